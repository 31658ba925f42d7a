import { expect, test } from 'vitest';
import { waitMs } from './backoff.js';
import { openConnection } from './connection.js';
import { platform, type Socket } from './platform.js';

const HEARTBEAT_MS = 10_000;

/** A connection whose sockets and timers the test controls. */
function open() {
  const lines: Line[] = [];
  const log: string[] = [];
  const timers = new Set<{ readonly callback: () => void; readonly afterMs: number }>();

  class Line implements Socket {
    onopen: Socket['onopen'] = null;
    onmessage: Socket['onmessage'] = null;
    onclose: Socket['onclose'] = null;
    onerror: Socket['onerror'] = null;
    readonly sent: string[] = [];
    isClosed = false;
    constructor() {
      lines.push(this);
    }
    send(text: string): void {
      this.sent.push(JSON.parse(text).type);
    }
    close(): void {
      this.isClosed = true;
    }
    hears(type: string): void {
      this.onmessage?.({ data: JSON.stringify({ type }) });
    }
    breaks(): void {
      this.onclose?.(undefined as never);
    }
  }

  const here = platform({
    WebSocket: Line,
    setTimeout(callback, afterMs) {
      const timer = { callback, afterMs };
      timers.add(timer);
      return timer;
    },
    clearTimeout: (timer) => timers.delete(timer),
  });
  const connection = openConnection(
    '',
    here,
    {
      opened: () => log.push('opened'),
      received: ({ type }) => log.push(type),
      changed: (state) => log.push(state),
    },
    HEARTBEAT_MS,
  );
  return {
    connection,
    lines,
    log,
    waitsMs: () => [...timers].map(({ afterMs }) => afterMs),
    /** Runs the pending timer. */
    wait() {
      const [timer] = timers;
      timers.delete(timer!);
      timer!.callback();
    },
  };
}

test('a socket without a welcome is dropped at the first heartbeat, and its later frames are ignored', () => {
  const { connection, lines, log, waitsMs, wait } = open();
  expect(waitsMs()).toEqual([HEARTBEAT_MS]);
  expect(connection.send({ type: 'view' })).toBe(false);
  wait();
  expect(lines[0]!.isClosed).toBe(true);
  lines[0]!.hears('welcome');
  expect(log).toEqual(['reconnecting']);
  wait();
  expect(lines).toHaveLength(2);
});

test('a socket that answers heartbeats is kept, and one that stops answering is dropped', () => {
  const { lines, log, wait } = open();
  lines[0]!.hears('welcome');
  for (let beat = 1; beat <= 3; beat++) {
    wait();
    expect(lines[0]!.sent).toHaveLength(beat);
    lines[0]!.hears('yes');
  }
  wait();
  wait();
  expect(lines[0]!.isClosed).toBe(true);
  expect(log).toEqual(['open', 'opened', 'yes', 'yes', 'yes', 'reconnecting']);
});

test('the delay between attempts grows to some seconds and restarts after each welcome', () => {
  const { lines, log, waitsMs, wait } = open();
  const waits: number[] = [];
  for (let failures = 0; failures < 12; failures++) {
    lines.at(-1)!.breaks();
    waits.push(...waitsMs());
    wait();
  }
  expect(waits[0]).toBeLessThanOrEqual(250);
  expect(waits[11]).toBeGreaterThanOrEqual(2500);
  expect(waits[11]).toBeLessThanOrEqual(5000);
  // The connection was never open, so the state changes once.
  expect(log).toEqual(['reconnecting']);
  lines.at(-1)!.hears('welcome');
  lines.at(-1)!.breaks();
  expect(waitsMs()[0]).toBeLessThanOrEqual(250);
});

test('clients that were disconnected together reconnect at different times', () => {
  expect([0, 0.5, 1].map((random) => waitMs(1, random))).toEqual([250, 375, 500]);
});

test('wake opens one socket at once, or probes an open one', () => {
  const { connection, lines, waitsMs } = open();
  lines[0]!.breaks();
  connection.wake();
  connection.wake();
  expect(lines).toHaveLength(2);
  lines[1]!.hears('welcome');
  connection.wake();
  expect(lines[1]!.sent).toEqual(['ping']);
  expect(waitsMs()).toEqual([4000]);
});

test('close releases the socket and all timers', () => {
  const { connection, lines, log, waitsMs } = open();
  lines[0]!.hears('welcome');
  connection.close();
  lines[0]!.breaks();
  expect(lines[0]!.isClosed).toBe(true);
  expect(waitsMs()).toEqual([]);
  expect(connection.send({ type: 'view' })).toBe(false);
  expect(log).toEqual(['open', 'opened', 'closed']);
});
