import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Backlog, BacklogEntry } from '../rate-limit/backlog.js';
import { encodeFrames, replaceSharedBuffer } from './websocket-frames.js';

/** Bytes. Slower readers are disconnected. */
const MOST_BUFFERED = 1024 * 1024;
const MOST_WAITING = 256 * 1024;
const HEARTBEAT_MS = 15_000;

/** WebSocket close codes. */
export const CLOSED = { goingAway: 1001, policy: 1008, tooLarge: 1009, tryLater: 1013 } as const;

/** The sending side of a connection. */
export type Sender = {
  /** Returns false if the reader is gone or too slow. */
  send(text: string): boolean;
  /** Answers a ping of the client, unless the client does not read. */
  pong(payload: Buffer): void;
  /** Round trip of the last ping in milliseconds; 0 before the first. Clocks compensate it within a budget. */
  lagMs(): number;
  close(code: number, reason: string): void;
};

/**
 * Sends frames and closes connections that stop answering pings or reading. Frames of one turn of the event loop go
 * out in one write to the raw stream.
 */
export function openSender(socket: WebSocket, raw: Duplex, backlog: Backlog): Sender {
  let waiting: string[] = [];
  let waitingLength = 0;
  const flush = (): void => {
    const texts = waiting;
    waiting = [];
    waitingLength = 0;
    if (texts.length === 0 || socket.readyState !== socket.OPEN) return;
    const isDraining = raw.write(encodeFrames(texts));
    // Usually the kernel has taken all bytes by now; otherwise the buffer must not be reused yet.
    if (raw.writableLength > 0) replaceSharedBuffer();
    if (!isDraining) wait();
  };
  let backlogEntry: BacklogEntry | null = null;
  const wait = (): void => {
    backlogEntry?.update(raw.writableLength);
    if (backlogEntry !== null) return;
    backlogEntry = backlog.hold(raw.writableLength, () => socket.terminate());
    raw.once('drain', releaseBacklog);
  };
  const releaseBacklog = (): void => {
    backlogEntry?.release();
    backlogEntry = null;
  };
  let isClosing = false;
  const closeConnection = (code: number, reason: string): void => {
    if (isClosing) return;
    isClosing = true;
    socket.close(code, reason);
    // A client that does not read, or floods, may not react to the close frame.
    setTimeout(() => socket.terminate(), 1000).unref();
  };
  let pingedAtMs: number | null = null;
  let lagMs = 0;
  socket.on('pong', () => {
    if (pingedAtMs !== null) lagMs = performance.now() - pingedAtMs;
    pingedAtMs = null;
  });
  const ping = (): void => {
    if (pingedAtMs === null) {
      pingedAtMs = performance.now();
      socket.ping();
    } else {
      socket.terminate();
    }
  };
  ping();
  const heartbeat = setInterval(ping, HEARTBEAT_MS);
  socket.on('close', () => {
    clearInterval(heartbeat);
    releaseBacklog();
  });
  // An invalid frame closes the connection; its error event still needs a listener.
  socket.on('error', terminate);
  return {
    send(text) {
      if (socket.readyState !== socket.OPEN) return false;
      // Pings queued by `ws` do not count as backlog.
      if (raw.writableLength > MOST_BUFFERED) {
        waiting = [];
        closeConnection(CLOSED.tryLater, 'reading too slowly');
        return false;
      }
      if (waiting.push(text) === 1) flushAtTurnsEnd(flush);
      waitingLength += text.length;
      // Flushes early, so that a slow reader is noticed before more is queued.
      if (waitingLength > MOST_WAITING) flush();
      return true;
    },
    pong(payload) {
      if (raw.writableLength <= MOST_BUFFERED) socket.pong(payload);
    },
    lagMs: () => lagMs,
    close(code, reason) {
      flush();
      closeConnection(code, reason);
    },
  };
}

function terminate(this: WebSocket): void {
  this.terminate();
}

let flushing: (() => void)[] = [];

/** Flushes all connections together at the end of a turn of the event loop, since a move goes to at least two. */
function flushAtTurnsEnd(flush: () => void): void {
  if (flushing.push(flush) === 1) process.nextTick(flushAll);
}

function flushAll(): void {
  const now = flushing;
  flushing = [];
  for (const flush of now) flush();
}
