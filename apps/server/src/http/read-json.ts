import { json } from '@chessmith/std';
import type { FastifyInstance } from 'fastify';

/**
 * Reads bodies, but none that names a field twice or reaches for a prototype. A body may be large by what its strings say, such
 * as the source of rules; of all else there may be `most` characters, since nobody is answered while JSON is parsed.
 */
export function readJson(app: FastifyInstance, most: number): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Many clients say with every request that it is JSON, also where they have nothing to say.
    if (text === '') return done(null, undefined);
    if (text.length > most && json.lengthOutsideStrings(text) > most) return done(new TooMuchStructure());
    void parse(request, text, (error, value) => {
      if (error === null && json.hasDuplicateKey(text, value)) done(new DuplicateKey());
      else done(error, value);
    });
  });
}

/** Answered by `errors.ts`, as what Fastify itself finds wrong with a body; the next one, too. */
class TooMuchStructure extends Error {
  readonly code = 'body/too-much-structure';
  readonly statusCode = 413;
}

export class DuplicateKey extends Error {
  readonly code = 'body/repeated-name';
  readonly statusCode = 400;
}
