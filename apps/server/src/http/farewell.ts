import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { WebSocketServer } from 'ws';
import { CLOSED } from '../socket/outlet.js';

const PATIENCE_MS = 3000;
const GLANCE_MS = 10;

/**
 * For when the server stops: every socket is told, and requests under way are answered. Who has not gone by then is cut
 * off, so that nobody can hold up a stop.
 */
export function openFarewell(app: FastifyInstance): (sockets: WebSocketServer) => Promise<void> {
  let underWay = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.upgrade !== undefined) return;
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
    });
  });
  return async (sockets) => {
    for (const socket of sockets.clients) socket.close(CLOSED.goingAway, 'the server stops');
    for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += GLANCE_MS) {
      if (underWay === 0 && sockets.clients.size === 0) break;
      await setTimeout(GLANCE_MS);
    }
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}
