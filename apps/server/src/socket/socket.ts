import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.js';
import { tokenOf } from '../http/authentication.js';
import { refuse } from '../http/errors.js';
import { readerOf } from '../http/limit-reads.js';
import { isForeign } from '../http/origin.js';
import { CONTENT_SECURITY_POLICY } from '../http/security-headers.js';
import { detachRequest } from '../http/sockets.js';
import { receiveMessages } from '../websocket/receive.js';
import { CLOSED, openSender } from '../websocket/send.js';
import { asyncApi } from './asyncapi.js';
import { DOCUMENT_STYLE, documentPage } from './document-page.js';
import { newsFrames } from './news-frame.js';
import { openSession } from './session.js';

/** Frames per connection. A bot on many boards stays below; a flood does not. */
const RATE_LIMIT = { burst: 200, perSecond: 50 };

/** The `/api/socket` WebSocket and its AsyncAPI document. */
export function socketRoutes(app: FastifyInstance, core: Core): void {
  const document = asyncApi();
  const newsFrame = newsFrames();
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
      refuse(reply, { code: 'request/malformed', message: 'This URL is a WebSocket; see /asyncapi.json.' }),
    wsHandler: (socket, request) => {
      const sender = openSender(socket, detachRequest(socket, request.raw), core.backlog);
      const session = openSession(core, sender, readerOf(request), newsFrame);
      receiveMessages(socket, sender, { clock: core.clock, limits: RATE_LIMIT }, (text, isBinary) => {
        if (isBinary) sender.close(CLOSED.policy, 'text frames only');
        else session.receive(text);
      });
      socket.on('close', session.leave);
    },
  });
}

/**
 * Browsers open WebSockets for any page and send the cookie, so the origin must be ours or allowed. A cookie without
 * an origin is refused too: browsers always send one.
 */
export function checkOrigin({ configuration }: Core) {
  return async (...[request, reply]: Parameters<import('fastify').onRequestAsyncHookHandler>) => {
    const isCookieAlone = request.headers.origin === undefined && tokenOf(request)?.by === 'cookie';
    if (isCookieAlone || isForeign(request, configuration)) {
      return refuse(reply, {
        code: 'auth/foreign-origin',
        message: 'Connections from this origin are not allowed; the host can add it to --allowed-origins.',
      });
    }
  };
}
