import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.js';
import { refuse, TOO_MANY } from './errors.js';

const MOST_WAITING = 16;
/** Rules that are examined may be silent for a while. */
const LONGEST_SILENCE_MS = 120_000;
/** Shorter answers are bounded by how many may wait. */
const LONG_ANSWER = 32 * 1024;
/** About two pages and what the streams in between hold. */
const OF_A_STREAM = 512 * 1024;

/**
 * Keeps short what waits for one connection, and how long; and what waits for all of them together. A client may send request
 * after request without reading an answer; all that have come together are read together, and their answers would have to be
 * kept until it does. Set here and not for every connection of the server, since most become WebSockets, which have a watch
 * of their own.
 */
export function limitUnreadResponses(
  app: FastifyInstance,
  { backlog, nextTurn }: Pick<Core, 'backlog' | 'nextTurn'>,
): void {
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
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = payload instanceof Readable ? OF_A_STREAM : sizeOf(payload);
    if (bytes < LONG_ANSWER) return done(null, payload);
    // All that have come together would be written together.
    void nextTurn().then(() => {
      const held = backlog.hold(bytes, () => request.raw.socket.destroy());
      if (reply.raw.closed) held.release();
      else reply.raw.on('close', held.release);
      done(null, payload);
    });
  });
}

/** In letters or bytes; 0 for what is not there yet. */
export const sizeOf = (payload: unknown): number =>
  typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;
