import type { api } from '@chessmith/protocol';
import { waitMs } from './backoff.js';
import type { Platform, Socket } from './platform.js';

/** The state of the connection. `reconnecting`: it was lost, or the first attempt failed; the client keeps trying. */
export type ConnectionState = 'connecting' | 'open' | 'reconnecting' | 'closed';

export type Connection = {
  readonly state: ConnectionState;
  /** Returns false if the connection is not open. */
  send(frame: object): boolean;
  /** Reconnects at once instead of waiting, or probes an open connection. */
  wake(): void;
  close(): void;
};

export type ConnectionEvents = {
  /** A new connection is open, and the server has sent `welcome`. */
  opened(): void;
  received(frame: api.ServerFrame): void;
  changed(state: ConnectionState): void;
};

/** Interval of heartbeats on a quiet connection. Without a response until the next one, the connection is dropped. */
const HEARTBEAT_MS = 15_000;
/** How long a probe may take while a person waits. */
const PROBE_MS = 4000;

/** Keeps one WebSocket open until it is closed, and replaces it when it breaks. */
export function openConnection(
  url: string,
  platform: Platform,
  events: ConnectionEvents,
  heartbeatMs = HEARTBEAT_MS,
): Connection {
  let state: ConnectionState = 'connecting';
  let socket: Socket | null = null;
  let isWelcome = false;
  let isQuiet = false;
  let failures = 0;
  let timer: unknown;

  function become(next: ConnectionState): void {
    if (next === state) return;
    state = next;
    events.changed(next);
  }

  function after(ms: number, callback: () => void): void {
    platform.clearTimeout(timer as never);
    timer = platform.setTimeout(callback, ms);
  }

  function connect(): void {
    const opening = new platform.WebSocket(url);
    socket = opening;
    isWelcome = false;
    isQuiet = false;
    opening.onmessage = ({ data }) => {
      if (socket !== opening) return;
      isQuiet = false;
      const frame = readFrame(data);
      if (frame === undefined) return;
      if (frame.type !== 'welcome') return events.received(frame);
      isWelcome = true;
      failures = 0;
      become('open');
      events.opened();
    };
    opening.onclose = () => lose(opening);
    // The browser fires `close` after every `error`.
    opening.onerror = () => undefined;
    after(heartbeatMs, beat);
  }

  function beat(): void {
    if (socket === null) return;
    if (isQuiet || !isWelcome) {
      lose(socket);
      return;
    }
    probe(heartbeatMs);
  }

  function probe(patienceMs: number): void {
    isQuiet = true;
    send({ type: 'ping', key: 'heartbeat' });
    after(patienceMs, beat);
  }

  function lose(lost: Socket): void {
    if (socket !== lost) return;
    socket = null;
    isWelcome = false;
    lost.close();
    if (state === 'closed') return;
    after(waitMs(failures++, Math.random()), connect);
    become('reconnecting');
  }

  function send(frame: object): boolean {
    if (socket === null || !isWelcome) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  connect();
  return {
    get state() {
      return state;
    },
    send,
    wake() {
      if (state === 'reconnecting' && socket === null) connect();
      if (state === 'open') probe(Math.min(PROBE_MS, heartbeatMs));
    },
    close() {
      platform.clearTimeout(timer as never);
      become('closed');
      const last = socket;
      socket = null;
      last?.close();
    },
  };
}

/** Ignores frames of later versions. */
function readFrame(data: unknown): api.ServerFrame | undefined {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === 'object' && frame !== null && 'type' in frame ? (frame as api.ServerFrame) : undefined;
  } catch {
    return undefined;
  }
}
