import { expect, test } from 'vitest';
import { waitMs } from './backoff.js';
import { openConnection } from './connection.js';
import { platform, type Socket } from './platform.js';

const HEARTBEAT_MS = 10_000;

/** A connection whose lines, and whose time, are in the hands of the test. */
function open() {
  const lines: Line[] = [];
  const told: string[] = [];
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
      opened: () => told.push('opened'),
      heard: ({ type }) => told.push(type),
      changed: (state) => told.push(state),
    },
    HEARTBEAT_MS,
  );
  return {
    connection,
    lines,
    told,
    waitsMs: () => [...timers].map(({ afterMs }) => afterMs),
    /** Lets the time pass that is waited for. */
    wait() {
      const [timer] = timers;
      timers.delete(timer!);
      timer!.callback();
    },
  };
}

test('a line that does not greet is given up at the first heartbeat, closed, and what it says later is not heard', () => {
  const { connection, lines, told, waitsMs, wait } = open();
  expect(waitsMs()).toEqual([HEARTBEAT_MS]);
  expect(connection.send({ type: 'view' })).toBe(false);
  wait();
  expect(lines[0]!.isClosed).toBe(true);
  lines[0]!.hears('welcome');
  expect(told).toEqual(['reconnecting']);
  wait();
  expect(lines).toHaveLength(2);
});

test('a line that answers is kept, and one that answers no more is given up', () => {
  const { lines, told, wait } = open();
  lines[0]!.hears('welcome');
  for (let beat = 1; beat <= 3; beat++) {
    wait();
    expect(lines[0]!.sent).toHaveLength(beat);
    lines[0]!.hears('yes');
  }
  wait();
  wait();
  expect(lines[0]!.isClosed).toBe(true);
  expect(told).toEqual(['open', 'opened', 'yes', 'yes', 'yes', 'reconnecting']);
});

test('the waits between attempts grow to some seconds, and begin anew with every greeting', () => {
  const { lines, told, waitsMs, wait } = open();
  const waits: number[] = [];
  for (let failures = 0; failures < 12; failures++) {
    lines.at(-1)!.breaks();
    waits.push(...waitsMs());
    wait();
  }
  expect(waits[0]).toBeLessThanOrEqual(250);
  expect(waits[11]).toBeGreaterThanOrEqual(2500);
  expect(waits[11]).toBeLessThanOrEqual(5000);
  // Nobody was there to lose, and the state is told once.
  expect(told).toEqual(['reconnecting']);
  lines.at(-1)!.hears('welcome');
  lines.at(-1)!.breaks();
  expect(waitsMs()[0]).toBeLessThanOrEqual(250);
});

test('clients that were cut off together do not come back together', () => {
  expect([0, 0.5, 1].map((lot) => waitMs(1, lot))).toEqual([250, 375, 500]);
});

test('who wakes up opens a line at once, one, and finds out soon whether an open one is alive', () => {
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

test('who closes lets go of the line, and waits for nothing more', () => {
  const { connection, lines, told, waitsMs } = open();
  lines[0]!.hears('welcome');
  connection.close();
  lines[0]!.breaks();
  expect(lines[0]!.isClosed).toBe(true);
  expect(waitsMs()).toEqual([]);
  expect(connection.send({ type: 'view' })).toBe(false);
  expect(told).toEqual(['open', 'opened', 'closed']);
});
