import { statusOf } from '@chessmith/protocol';
import type { ServiceRefusal } from '@chessmith/service';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { wantsPage } from './page.js';
import { validationMessage } from './validation-message.js';

/** A "no" as it is sent; the status follows from the code alone. */
export function refuse(reply: FastifyReply, refusal: ServiceRefusal): FastifyReply {
  const waitMs = refusal.facts?.retryAfterMs;
  if (typeof waitMs === 'number') reply.header('retry-after', Math.ceil(waitMs / 1000));
  return reply.code(statusOf(refusal.code)).send(problemOf(refusal));
}

/** The body of a "no". */
export const problemOf = ({ code, message, step, facts }: ServiceRefusal) => ({
  code,
  message,
  ...(step === undefined ? {} : { step }),
  ...(facts === undefined ? {} : { facts }),
});

/** Gives our shape to what Fastify refuses by itself, and keeps what went wrong inside out of the answer. */
export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request)
      ? reply.code(404).sendPage()
      : refuse(reply, {
          code: 'request/no-such-route',
          message: `Nothing answers ${request.method} at this address. /openapi.json says what does.`,
        }),
  );
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error);
    drainBody(reply);
    if (refusal.code === 'server/failed') request.log.error({ err: error, route: request.routeOptions.url }, 'failed');
    return refuse(reply, refusal);
  });
}

/**
 * Fastify hangs up on a body that it refuses. Who still sends it, a proxy above all, would meet a broken connection
 * instead of the answer; so the rest is read and thrown away, for no longer than any request may take.
 */
export function drainBody(reply: FastifyReply): void {
  reply.removeHeader('connection');
}

/** What to say to an error: of a request that is not understood the first thing that is wrong, with where it is. */
export function refusalOf(error: FastifyError): ServiceRefusal {
  if (error.validation !== undefined) {
    const { path: within, ...wrong } = validationMessage(error.validation);
    const path = `${error.validationContext ?? 'body'}${within}`;
    const message = `The request is not understood: ${path} ${wrong.reason}.`;
    return { code: 'request/malformed', message, facts: { path, ...wrong } };
  }
  if (error.code === 'store/unavailable') return { code: 'store/unavailable', message: 'Nothing can be stored now.' };
  return KNOWN[error.code] ?? ofStatus(error.statusCode ?? 500);
}

/** Said together with the header `retry-after`. */
export const TOO_MANY: ServiceRefusal = {
  code: 'request/too-many',
  message: 'Too many requests. Wait as long as Retry-After says.',
};

const KNOWN: { readonly [code: string]: ServiceRefusal } = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'request/not-json', message: 'The body must be application/json.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'request/too-large', message: 'The body is too large.' },
  'body/repeated-name': { code: 'request/malformed', message: 'The body names a field twice.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'request/malformed', message: 'The body is not JSON.' },
};

function ofStatus(status: number): ServiceRefusal {
  if (status === 429) return TOO_MANY;
  if (status === 413) return KNOWN.FST_ERR_CTP_BODY_TOO_LARGE!;
  if (status >= 400 && status < 500) return { code: 'request/malformed', message: 'The request is not understood.' };
  return { code: 'server/failed', message: 'Something went wrong on our side.' };
}
