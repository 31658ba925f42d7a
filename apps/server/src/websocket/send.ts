import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Backlog, BacklogEntry } from '../rate-limit/backlog.js';

/** Bytes. Slower readers are disconnected. */
const MOST_BUFFERED = 1024 * 1024;
/** Bytes that may wait for the end of a turn of the event loop. */
const MOST_CORKED = 256 * 1024;
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
 * Sends frames and closes connections that stop answering pings or reading. The stream is corked, so that all frames of
 * one turn of the event loop go out in one write.
 */
export function openSender(socket: WebSocket, raw: Duplex, backlog: Backlog): Sender {
  let isCorked = false;
  const flush = (): void => {
    if (!isCorked) return;
    isCorked = false;
    raw.uncork();
    if (raw.writableNeedDrain && raw.writableLength > 0) wait();
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
      // Flushes early, so that a slow reader is noticed before more is queued.
      if (raw.writableLength > MOST_CORKED) flush();
      if (raw.writableLength > MOST_BUFFERED) {
        closeConnection(CLOSED.tryLater, 'reading too slowly');
        return false;
      }
      if (!isCorked) {
        isCorked = true;
        raw.cork();
        process.nextTick(flush);
      }
      socket.send(text);
      return true;
    },
    pong(payload) {
      if (raw.writableLength <= MOST_BUFFERED) socket.pong(payload);
    },
    lagMs: () => lagMs,
    close: closeConnection,
  };
}

function terminate(this: WebSocket): void {
  this.terminate();
}
