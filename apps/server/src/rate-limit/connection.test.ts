import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { Sender } from '../socket/send.js';
import { connectionRateLimit } from './connection.js';

/** A connection that may send two frames at once, and one more every second. */
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
  const mayRead = connectionRateLimit(
    socket as unknown as WebSocket,
    outlet as unknown as Sender,
    { monotonicMs: () => nowMs },
    { burst: 2, perSecond: 1 },
  );
  return {
    said,
    mayRead,
    ping: (bytes: string) => socket.emit('ping', Buffer.from(bytes)),
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('a connection that sends more frames than it may is closed', () => {
  const { said, mayRead, wait } = open();
  expect([mayRead(1), mayRead(1)]).toEqual([true, true]);
  wait(1000);
  expect([mayRead(1), mayRead(1)]).toEqual([true, false]);
  expect(said).toEqual(['close 1008']);
});

test('many frames in one chunk are as many as one by one', () => {
  const { said, mayRead } = open();
  expect(mayRead(3)).toBe(false);
  expect(said).toEqual(['close 1008']);
});

test('a ping is answered while the connection is open', () => {
  const { said, mayRead, ping } = open();
  ping('one');
  mayRead(3);
  ping('two');
  expect(said).toEqual(['pong one', 'close 1008']);
});
