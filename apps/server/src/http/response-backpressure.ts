import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.js';
import { refuse, TOO_MANY } from './errors.js';

const MOST_WAITING = 16;
/** How long a connection may neither send nor read. */
const LONGEST_SILENCE_MS = 120_000;
/** Bytes. Shorter responses are limited by count. */
const LONG_ANSWER = 32 * 1024;
/** Bytes: about two pages and the buffers between the streams. */
const OF_A_STREAM = 512 * 1024;

/**
 * Limits unread responses per connection and for the whole process. A client can pipeline requests without reading
 * responses, which the server would have to buffer. Set here rather than on all connections, since most become
 * WebSockets with their own limit.
 */
export function limitUnreadResponses(
  app: FastifyInstance,
  { backlog, nextTurn }: Pick<Core, 'backlog' | 'nextTurn'>,
  longestSilenceMs = LONGEST_SILENCE_MS,
): void {
  const waiting = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // Injected requests have no socket.
    if (!request.ws && socket instanceof Socket) {
      if (!socket.timeout) socket.setTimeout(longestSilenceMs);
      reply.raw.on('timeout', () => {
        // Without unread bytes the server itself is silent: a check or a ruleset to compile may wait in a long queue.
        if (request.raw.complete && socket.writableLength === 0) socket.setTimeout(longestSilenceMs);
        else socket.destroy();
      });
    }
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    reply.raw.on('close', () => waiting.set(socket, waiting.get(socket)! - 1));
    if (count <= MOST_WAITING) return done();
    refuse(reply.header('retry-after', 1), TOO_MANY);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = payload instanceof Readable ? OF_A_STREAM : sizeOf(payload);
    if (bytes < LONG_ANSWER) return done(null, payload);
    // Pipelined requests would otherwise all be answered in one turn of the event loop.
    void nextTurn().then(() => {
      const entry = backlog.hold(bytes, () => request.raw.socket.destroy());
      if (reply.raw.closed) entry.release();
      else reply.raw.on('close', entry.release);
      done(null, payload);
    });
  });
}

/** Characters or bytes; 0 for streams. */
export const sizeOf = (payload: unknown): number =>
  typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;
