import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { openAllowance } from './allowance.js';
import type { Outlet } from './outlet.js';

/** A connection that may say two things at once, and one more every second. */
function open() {
  const said: string[] = [];
  let nowMs = 0;
  const socket = Object.assign(new EventEmitter(), { OPEN: 1, readyState: 1 });
  const outlet = {
    pong: (bytes: Buffer) => said.push(`pong ${bytes}`),
    close(code: number) {
      said.push(`close ${code}`);
      socket.readyState = 2;
    },
  };
  const mayGoOn = openAllowance(
    socket as unknown as WebSocket,
    outlet as unknown as Outlet,
    { monotonicMs: () => nowMs } as unknown as Parameters<typeof openAllowance>[2],
    { burst: 2, perSecond: 1 },
  );
  return {
    said,
    mayGoOn,
    ping: (bytes: string) => socket.emit('ping', Buffer.from(bytes)),
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('signs of life that are asked for count like messages', () => {
  const { said, mayGoOn, ping } = open();
  ping('one');
  expect(mayGoOn()).toBe(true);
  ping('two');
  ping('three');
  expect(said).toEqual(['pong one', 'close 1008']);
});

test('who said too much is not heard again, however long it takes to go', () => {
  const { said, mayGoOn, wait } = open();
  expect([mayGoOn(), mayGoOn(), mayGoOn()]).toEqual([true, true, false]);
  wait(60_000);
  expect(mayGoOn()).toBe(false);
  expect(said).toEqual(['close 1008']);
});
