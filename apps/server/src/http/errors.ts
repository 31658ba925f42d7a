import { statusOf } from '@chessmith/protocol';
import type { ServiceRefusal } from '@chessmith/service';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { wantsPage } from './page.js';
import { validationMessage } from './validation-message.js';

/** Sends a refusal. Its code decides the status. */
export function refuse(reply: FastifyReply, refusal: ServiceRefusal): FastifyReply {
  const waitMs = refusal.facts?.retryAfterMs;
  if (typeof waitMs === 'number') reply.header('retry-after', Math.ceil(waitMs / 1000));
  return reply.code(statusOf(refusal.code)).send(problemOf(refusal));
}

/** The response body of a refusal. */
export const problemOf = ({ code, message, step, facts }: ServiceRefusal) => ({
  code,
  message,
  ...(step === undefined ? {} : { step }),
  ...(facts === undefined ? {} : { facts }),
});

/** Turns Fastify's own errors into our refusals, and hides internal errors from the client. */
export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request)
      ? reply.code(404).sendPage()
      : refuse(reply, {
          code: 'request/no-such-route',
          message: `No route for ${request.method} at this URL; see /openapi.json.`,
          facts: { method: request.method },
        }),
  );
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error);
    drainBody(reply);
    if (refusal.code === 'server/failed')
      request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
    return refuse(reply, refusal);
  });
}

/**
 * Keeps the connection open after a refused body. Fastify would close it, and a proxy that still sends the body would
 * see a broken connection instead of the response. The rest of the body is read and discarded within the request
 * timeout.
 */
export function drainBody(reply: FastifyReply): void {
  reply.removeHeader('connection');
}

/** The refusal for an error. For an invalid request it names the first problem and where it is. */
export function refusalOf(error: FastifyError): ServiceRefusal {
  if (error.validation !== undefined) {
    const { path: within, ...wrong } = validationMessage(error.validation);
    const path = `${error.validationContext ?? 'body'}${within}`;
    const message = `Malformed request: ${path} ${wrong.reason}.`;
    return { code: 'request/malformed', message, facts: { path, ...wrong } };
  }
  if (error.code === 'store/unavailable')
    return { code: 'store/unavailable', message: 'The server cannot store anything at the moment. Try again later.' };
  return KNOWN[error.code] ?? ofStatus(error.statusCode ?? 500);
}

/** Sent together with the header `retry-after`. */
export const TOO_MANY: ServiceRefusal = {
  code: 'request/too-many',
  message: 'Too many requests. Wait for the seconds in Retry-After.',
};

const KNOWN: { readonly [code: string]: ServiceRefusal } = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'request/not-json', message: 'The body must be application/json.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'request/too-large', message: 'The body is too large.' },
  'body/repeated-name': { code: 'request/malformed', message: 'The body has a duplicate field.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'request/malformed', message: 'The body is not valid JSON.' },
};

function ofStatus(status: number): ServiceRefusal {
  if (status === 429) return TOO_MANY;
  if (status === 413) return KNOWN.FST_ERR_CTP_BODY_TOO_LARGE!;
  if (status >= 400 && status < 500) return { code: 'request/malformed', message: 'Malformed request.' };
  return { code: 'server/failed', message: 'Internal server error. Try again; if it persists, tell the host.' };
}
