import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.js';
import { tokenOf } from '../http/authentication.js';
import { refuse } from '../http/errors.js';
import { readerOf } from '../http/limit-reads.js';
import { isForeign } from '../http/origin.js';
import { CONTENT_SECURITY_POLICY } from '../http/security-headers.js';
import { withoutRequest } from '../http/sockets.js';
import { connectionRateLimit } from '../rate-limit/connection.js';
import { asyncApi } from './asyncapi.js';
import { DOCUMENT_STYLE, documentPage } from './document-page.js';
import { receiveFrames } from './receive.js';
import { CLOSED, openSender } from './send.js';
import { openSession } from './session.js';

/** In frames. A bot on many boards at once stays below; a flood does not. */
const CREDITS = { burst: 200, perSecond: 50 };

/** The WebSocket of our own API at `/api/socket`, and the document that describes it. */
export function socketRoutes(app: FastifyInstance, core: Core): void {
  const document = asyncApi();
  app.get('/asyncapi.json', { schema: { hide: true } }, async () => document);
  const page = documentPage(document);
  const hidden = { config: { isAnonymous: true }, schema: { hide: true } } as const;
  app.get('/api/docs/websocket', hidden, (_request, reply) =>
    reply
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .type('text/html; charset=utf-8')
      .serializer(String)
      .send(page),
  );
  app.get('/api/docs/websocket.css', hidden, (_request, reply) =>
    reply.type('text/css; charset=utf-8').serializer(String).send(DOCUMENT_STYLE),
  );
  app.route({
    method: 'GET',
    url: '/api/socket',
    config: { isSocket: true },
    schema: { hide: true },
    onRequest: checkOrigin(core),
    handler: (_request, reply) =>
      refuse(reply, { code: 'request/malformed', message: 'This is a WebSocket; see /asyncapi.json.' }),
    wsHandler: (socket, request) => {
      const raw = withoutRequest(socket, request.raw);
      const outlet = openSender(socket, raw, core.backlog);
      const session = openSession(core, outlet, readerOf(request));
      receiveFrames(socket, raw, {
        mayRead: connectionRateLimit(socket, outlet, core.clock, CREDITS),
        text: session.hear,
        binary: () => outlet.close(CLOSED.policy, 'text frames only'),
      });
      socket.on('close', session.leave);
    },
  });
}

/**
 * Browsers open WebSockets for any page and send the cookie along, so a page must be ours or allowed; and a cookie
 * without a page's name is refused, since no honest browser sends that.
 */
export function checkOrigin({ configuration }: Core) {
  return async (...[request, reply]: Parameters<import('fastify').onRequestAsyncHookHandler>) => {
    const isCookieAlone = request.headers.origin === undefined && tokenOf(request)?.by === 'cookie';
    if (isCookieAlone || isForeign(request, configuration)) {
      return refuse(reply, { code: 'auth/foreign-origin', message: 'This page may not connect here.' });
    }
  };
}
