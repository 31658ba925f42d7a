import { PassThrough } from 'node:stream';
import type { api } from '@chessmith/protocol';
import type { ServiceRefusal } from '@chessmith/service';
import { err, type Result } from '@chessmith/std';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { problemOf, refusalOf } from './errors.js';

/** JSON lines. */
export const LINES = 'application/x-ndjson';

export const wantsLines = ({ headers }: FastifyRequest): boolean => headers.accept?.includes(LINES) === true;

/** The schema of such a response. */
export const linesAnswer = (progress: api.ResponseName, last: api.ResponseName) => ({
  description: `JSON lines: any number of \`${progress}\`, then one \`${last}\` or \`Problem\`.`,
  content: {
    [LINES]: {
      schema: Type.String({
        contentMediaType: LINES,
        // The schema of each line.
        contentSchema: { anyOf: [progress, last, 'Problem'].map((name) => ({ $ref: `${name}#` })) },
      }),
    },
  },
});

/**
 * Streams progress as JSON lines; the last line is the result or the refusal. The status is 200 in any case, since it
 * is sent first.
 */
export function streamProgress<T, P>(
  reply: FastifyReply,
  work: (onProgress: (progress: P) => void) => Promise<Result<T, ServiceRefusal>>,
): FastifyReply {
  const lines = new PassThrough();
  // The client has disconnected; the work still finishes.
  lines.on('error', () => undefined);
  const write = (line: unknown): void => void (lines.destroyed || lines.write(`${JSON.stringify(line)}\n`));
  work(write)
    .catch((error: FastifyError) => {
      reply.log.error({ err: error, route: reply.request.routeOptions.url }, 'request failed');
      return err(refusalOf(error));
    })
    .then((done) => {
      write(done.ok ? done.value : problemOf(done.error));
      lines.end();
    });
  // Proxies that buffer responses would delay the progress.
  return reply.code(200).type(LINES).header('x-accel-buffering', 'no').send(lines);
}
