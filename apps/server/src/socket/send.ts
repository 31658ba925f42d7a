import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Backlog, Held } from '../rate-limit/backlog.js';
import { framesOf, leavePage } from './websocket-frames.js';

/** Slow readers are dropped, not buffered without bound. */
const MOST_BUFFERED = 1024 * 1024;
const MOST_WAITING = 256 * 1024;
const HEARTBEAT_MS = 15_000;

/** Codes with which a connection is closed. */
export const CLOSED = { goingAway: 1001, policy: 1008, tooLarge: 1009, tryLater: 1013 } as const;

/** The sending side of a connection. */
export type Sender = {
  /** False when it was not sent, because the reader is gone or too slow. */
  send(text: string): boolean;
  /** Answers a sign of life of the client's own; not one who does not read the answers. */
  pong(said: Buffer): void;
  /** How long the last sign of life took there and back; 0 until there was one. Clocks forgive it, within their quota. */
  lagMs(): number;
  close(code: number, reason: string): void;
};

/**
 * Watches over a connection: closes it when nobody answers or nobody reads. What is sent in one turn of the event loop
 * goes out together, straight into the stream `raw` that the connection was made on.
 */
export function openSender(socket: WebSocket, raw: Duplex, backlog: Backlog): Sender {
  let waiting: string[] = [];
  let waitingLength = 0;
  const flush = (): void => {
    const texts = waiting;
    waiting = [];
    waitingLength = 0;
    if (texts.length === 0 || socket.readyState !== socket.OPEN) return;
    const isDraining = raw.write(framesOf(texts));
    // Mostly the system has taken it all by now; otherwise it is read from the page later.
    if (raw.writableLength > 0) leavePage();
    if (!isDraining) wait();
  };
  let held: Held | null = null;
  const wait = (): void => {
    held?.update(raw.writableLength);
    if (held !== null) return;
    held = backlog.hold(raw.writableLength, () => socket.terminate());
    raw.once('drain', drained);
  };
  const drained = (): void => {
    held?.release();
    held = null;
  };
  let isParting = false;
  const part = (code: number, reason: string): void => {
    if (isParting) return;
    isParting = true;
    socket.close(code, reason);
    // Whoever does not read does not see the closing either, and whoever floods does not care.
    setTimeout(() => socket.terminate(), 1000).unref();
  };
  let pingedAtMs: number | null = null;
  let lagMs = 0;
  socket.on('pong', () => {
    if (pingedAtMs !== null) lagMs = performance.now() - pingedAtMs;
    pingedAtMs = null;
  });
  const beat = (): void => {
    if (pingedAtMs === null) {
      pingedAtMs = performance.now();
      socket.ping();
    } else {
      socket.terminate();
    }
  };
  beat();
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  socket.on('close', () => {
    clearInterval(heartbeat);
    drained();
  });
  // A broken frame closes the connection by itself; the error must be heard all the same.
  socket.on('error', terminate);
  return {
    send(text) {
      if (socket.readyState !== socket.OPEN) return false;
      // What the library sends by itself, signs of life, is no load.
      if (raw.writableLength > MOST_BUFFERED) {
        waiting = [];
        part(CLOSED.tryLater, 'reading too slowly');
        return false;
      }
      if (waiting.push(text) === 1) flushAtTurnsEnd(flush);
      waitingLength += text.length;
      // Before the turn's end, so that a reader who is too slow is noticed before more is put together.
      if (waitingLength > MOST_WAITING) flush();
      return true;
    },
    pong(said) {
      if (raw.writableLength <= MOST_BUFFERED) socket.pong(said);
    },
    lagMs: () => lagMs,
    close(code, reason) {
      flush();
      part(code, reason);
    },
  };
}

function terminate(this: WebSocket): void {
  this.terminate();
}

let flushing: (() => void)[] = [];

/** Once for all connections, since a move is told on two at least. */
function flushAtTurnsEnd(flush: () => void): void {
  if (flushing.push(flush) === 1) process.nextTick(flushAll);
}

function flushAll(): void {
  const now = flushing;
  flushing = [];
  for (const flush of now) flush();
}
