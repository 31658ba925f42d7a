import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuse, TOO_MANY } from './errors.js';

const MOST_WAITING = 16;
/** Rules that are examined may be silent for a while. */
const LONGEST_SILENCE_MS = 120_000;

/**
 * Keeps short what waits for one connection, and how long. A client may send request after request without reading an
 * answer; all that have come together are read together, and their answers would have to be kept until it does. Set here
 * and not for every connection of the server, since most become WebSockets, which have a watch of their own.
 */
export function limitUnreadAnswers(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // What is injected has no socket to watch.
    if (!request.ws && socket instanceof Socket && !socket.timeout) socket.setTimeout(LONGEST_SILENCE_MS);
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    reply.raw.on('close', () => waiting.set(socket, waiting.get(socket)! - 1));
    if (count <= MOST_WAITING) return done();
    refuse(reply.header('retry-after', 1), TOO_MANY);
  });
}
