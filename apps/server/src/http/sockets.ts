import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { refuse } from './errors.js';
import { gracefulShutdown } from './graceful-shutdown.js';
import { ignoreH2cUpgrade } from './ignore-h2c-upgrade.js';

const LARGEST_FRAME = 64 * 1024;
/** Frames of one message: the rate limit counts messages, so this bounds the frames of a connection. */
const MOST_FRAGMENTS = 64;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts WebSockets. */
    isSocket?: true;
  }
}

/** Adds WebSockets; routes without `isSocket` refuse them. */
export async function acceptWebSockets(app: FastifyInstance): Promise<void> {
  const shutDown = gracefulShutdown(app);
  await app.register(websocket, {
    // `autoPong` would answer pings without end, even if the client never reads the pongs.
    options: {
      maxPayload: LARGEST_FRAME,
      maxFragments: MOST_FRAGMENTS,
      perMessageDeflate: false,
      autoPong: false,
    },
    preClose: () => shutDown(app.websocketServer),
    errorHandler(error, socket, request) {
      request.log.error({ err: error, route: request.routeOptions.url }, 'WebSocket handler failed');
      socket.terminate();
    },
  });
  ignoreH2cUpgrade(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.ws || request.is404 || request.routeOptions.config.isSocket) return done();
    // The plugin would accept the WebSocket first and log its URL.
    refuse(reply, { code: 'request/malformed', message: 'This URL has no WebSocket; see /asyncapi.json.' });
  });
}

/**
 * Detaches a WebSocket from its HTTP request and response, which would otherwise stay in memory with the connection
 * (almost 4 KB each). Returns the raw stream. The caller must handle the socket's `error` events; they are not
 * logged, since clients cause them.
 */
export function detachRequest(socket: WebSocket, { socket: raw }: IncomingMessage): Socket {
  socket.removeAllListeners('error');
  const { _httpMessage: answer } = raw as { readonly _httpMessage?: ServerResponse | null };
  answer?.detachSocket(raw);
  return raw;
}
