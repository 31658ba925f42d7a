import { json } from '@chessmith/std';
import type { FastifyInstance } from 'fastify';

/** Reads bodies, but none that names a field twice or reaches for a prototype. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Many clients say with every request that it is JSON, also where they have nothing to say.
    if (text === '') return done(null, undefined);
    void parse(request, text, (error, value) => {
      if (error === null && json.repeatsName(text, value)) done(new RepeatedName());
      else done(error, value);
    });
  });
}

/** Answered by `errors.ts`, as what Fastify itself finds wrong with a body. */
class RepeatedName extends Error {
  readonly code = 'body/repeated-name';
  readonly statusCode = 400;
}
