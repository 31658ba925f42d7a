import type { api } from '@chessmith/protocol';
import { waitMs } from './backoff.js';
import type { Platform, Socket } from './platform.js';

/** How things stand with the server. `reconnecting`: it was open before, or could not be opened yet, and is tried again. */
export type ConnectionState = 'connecting' | 'open' | 'reconnecting' | 'closed';

export type Connection = {
  readonly state: ConnectionState;
  /** False when nobody is there to hear it. */
  send(frame: object): boolean;
  /** Tries at once instead of waiting, or makes sure that the line is alive. */
  wake(): void;
  close(): void;
};

export type ConnectionEvents = {
  /** A new connection is open, and the server has said welcome. */
  opened(): void;
  heard(frame: api.ServerFrame): void;
  changed(state: ConnectionState): void;
};

/** A quiet line is asked for a sign of life this often, and given up when none comes until the next time. */
const HEARTBEAT_MS = 15_000;
/** How long an answer may take for somebody who looks at the page. */
const PROBE_MS = 4000;

/** One WebSocket after the other, for as long as it is not closed. */
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
      if (frame.type !== 'welcome') return events.heard(frame);
      isWelcome = true;
      failures = 0;
      become('open');
      events.opened();
    };
    opening.onclose = () => lose(opening);
    // An error is always followed by the close.
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

/** The frames of later versions are left aside: answers may grow. */
function readFrame(data: unknown): api.ServerFrame | undefined {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === 'object' && frame !== null && 'type' in frame ? (frame as api.ServerFrame) : undefined;
  } catch {
    return undefined;
  }
}
