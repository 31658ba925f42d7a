import type { WebSocket } from 'ws';

/** Slow readers are dropped, not buffered without bound. */
const MOST_BUFFERED = 1024 * 1024;
const HEARTBEAT_MS = 15_000;

/** Codes with which a connection is closed. */
export const CLOSED = { goingAway: 1001, policy: 1008, tooLarge: 1009, tryLater: 1013 } as const;

/** The sending side of a connection. */
export type Outlet = {
  /** False when it was not sent, because the reader is gone or too slow. */
  send(text: string): boolean;
  close(code: number, reason: string): void;
};

/** Watches over a connection: closes it when nobody answers or nobody reads. */
export function openOutlet(socket: WebSocket): Outlet {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, HEARTBEAT_MS);
  socket.on('close', () => clearInterval(heartbeat));
  // A broken frame closes the connection by itself; the error must be heard all the same.
  socket.on('error', () => socket.terminate());
  return {
    send(text) {
      if (socket.readyState !== socket.OPEN) return false;
      if (socket.bufferedAmount > MOST_BUFFERED) {
        socket.close(CLOSED.tryLater, 'reading too slowly');
        // Whoever does not read does not see the closing either.
        setTimeout(() => socket.terminate(), 1000).unref();
        return false;
      }
      socket.send(text);
      return true;
    },
    close: (code, reason) => socket.close(code, reason),
  };
}
