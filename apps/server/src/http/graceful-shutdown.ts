import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { WebSocketServer } from 'ws';
import { CLOSED } from '../websocket/send.js';
import { refuse } from './errors.js';

const STOPPING = { code: 'server/stopping', message: 'The server is shutting down. Retry with the same key.' };

const DEADLINE_MS = 3000;
const POLL_MS = 10;

/**
 * Shuts the HTTP server down: closes every WebSocket, finishes running requests and refuses new ones. Connections that
 * are still open after the deadline are closed.
 */
export function gracefulShutdown(app: FastifyInstance): (sockets: WebSocketServer) => Promise<void> {
  let running = 0;
  let isShuttingDown = false;
  const finish = (): void => {
    running -= 1;
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (isShuttingDown) {
      refuse(reply.header('connection', 'close'), STOPPING);
      return;
    }
    if (request.headers.upgrade === undefined) {
      running += 1;
      reply.raw.on('close', finish);
    }
    done();
  });
  return async (sockets) => {
    isShuttingDown = true;
    // Clients reconnect at once. An upgrade request without a listener would stay open for ever.
    app.server.removeAllListeners('upgrade').on('upgrade', (_request, socket) => socket.destroy());
    for (const socket of sockets.clients) socket.close(CLOSED.goingAway, 'the server is shutting down');
    // Uses the clock: on a busy machine each check takes longer, and Fastify gives up after ten seconds.
    const untilMs = performance.now() + DEADLINE_MS;
    while ((running > 0 || sockets.clients.size > 0) && performance.now() < untilMs) await setTimeout(POLL_MS);
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}
