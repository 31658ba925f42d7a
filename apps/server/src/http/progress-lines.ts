import { PassThrough } from 'node:stream';
import type { api } from '@chessmith/protocol';
import type { ServiceRefusal } from '@chessmith/service';
import { err, type Result } from '@chessmith/std';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { problemOf, refusalOf } from './errors.js';

/** Lines of JSON. */
export const LINES = 'application/x-ndjson';

export const wantsLines = ({ headers }: FastifyRequest): boolean => headers.accept?.includes(LINES) === true;

/** How the documents describe such an answer. */
export const linesAnswer = (progress: api.ResponseName, last: api.ResponseName) => ({
  description: `JSON lines: any number of \`${progress}\`, then one \`${last}\` or \`Problem\`.`,
  content: {
    [LINES]: {
      schema: Type.String({
        contentMediaType: LINES,
        // Of each line.
        contentSchema: { anyOf: [progress, last, 'Problem'].map((name) => ({ $ref: `${name}#` })) },
      }),
    },
  },
});

/**
 * Answers with a line of JSON whenever the work tells how far it has come, and last with what came of it. The status is
 * sent before that is known, so the last line alone says whether it was a "no".
 */
export function answerWhileWorking<T, P>(
  reply: FastifyReply,
  work: (tell: (progress: P) => void) => Promise<Result<T, ServiceRefusal>>,
): FastifyReply {
  const lines = new PassThrough();
  // Who has hung up is not told any more; the work is finished in any case.
  lines.on('error', () => undefined);
  const write = (line: unknown): void => void (lines.destroyed || lines.write(`${JSON.stringify(line)}\n`));
  work(write)
    .catch((error: FastifyError) => {
      reply.log.error({ err: error, route: reply.request.routeOptions.url }, 'failed');
      return err(refusalOf(error));
    })
    .then((done) => {
      write(done.ok ? done.value : problemOf(done.error));
      lines.end();
    });
  // Proxies that collect answers before they hand them on would keep back what is only worth knowing now.
  return reply.code(200).type(LINES).header('x-accel-buffering', 'no').send(lines);
}
