import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { refuse } from './errors.js';
import { gracefulShutdown } from './graceful-shutdown.js';
import { ignoreH2cUpgrade } from './ignore-h2c-upgrade.js';

const LARGEST_FRAME = 64 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A WebSocket may be opened there. */
    isSocket?: true;
  }
}

/** Lets routes take WebSockets; those that do not say so refuse them. */
export async function takeSockets(app: FastifyInstance): Promise<void> {
  const sayFarewell = gracefulShutdown(app);
  await app.register(websocket, {
    // The library would answer signs of life without end, though nobody reads the answers.
    options: { maxPayload: LARGEST_FRAME, perMessageDeflate: false, autoPong: false },
    preClose: () => sayFarewell(app.websocketServer),
    errorHandler(error, socket, request) {
      request.log.error({ err: error, route: request.routeOptions.url }, 'failed');
      socket.terminate();
    },
  });
  ignoreH2cUpgrade(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.ws || request.is404 || request.routeOptions.config.isSocket) return done();
    // The plugin would open it first, and write down its address.
    refuse(reply, { code: 'request/malformed', message: 'There is no WebSocket here; /asyncapi.json says where.' });
  });
}

/**
 * Lets go of the request that opened a WebSocket and of its answer, which would stay as long as the connection: nearly four
 * kilobytes for each. Whoever calls listens for errors of the WebSocket from then on: frames that make no sense and lines that
 * break, which must not fill the log. Gives the stream that it was made on.
 */
export function withoutRequest(socket: WebSocket, { socket: raw }: IncomingMessage): Socket {
  socket.removeAllListeners('error');
  const { _httpMessage: answer } = raw as { readonly _httpMessage?: ServerResponse | null };
  answer?.detachSocket(raw);
  return raw;
}
