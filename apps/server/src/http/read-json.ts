import { json } from '@chessmith/std';
import type { FastifyInstance } from 'fastify';

/**
 * Parses JSON bodies and refuses duplicate field names and prototype pollution. Strings, such as a script's source,
 * may be long; the rest is limited to `most` characters, since parsing blocks the event loop.
 */
export function readJson(app: FastifyInstance, most: number): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Many clients send `content-type: application/json` with an empty body.
    if (text === '') return done(null, undefined);
    if (text.length > most && json.lengthOutsideStrings(text) > most) return done(new TooMuchStructure());
    void parse(request, text, (error, value) => {
      if (error === null && json.hasDuplicateKey(text, value)) done(new DuplicateKey());
      else done(error, value);
    });
  });
}

/** Mapped to refusals by `errors.ts`, like Fastify's own errors. */
class TooMuchStructure extends Error {
  readonly code = 'body/too-much-structure';
  readonly statusCode = 413;
}

export class DuplicateKey extends Error {
  readonly code = 'body/repeated-name';
  readonly statusCode = 400;
}
