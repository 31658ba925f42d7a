import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { Sender } from '../socket/send.js';
import { connectionRateLimit } from './connection.js';

/** A connection with a burst of two frames and one frame per second. */
function open() {
  const payload: string[] = [];
  let nowMs = 0;
  const socket = Object.assign(new EventEmitter(), { OPEN: 1, readyState: 1 });
  const sender = {
    pong: (bytes: Buffer) => payload.push(`pong ${bytes}`),
    close(code: number) {
      payload.push(`close ${code}`);
      socket.readyState = 2;
    },
  };
  const mayRead = connectionRateLimit(
    socket as unknown as WebSocket,
    sender as unknown as Sender,
    { monotonicMs: () => nowMs },
    { burst: 2, perSecond: 1 },
  );
  return {
    payload,
    mayRead,
    ping: (bytes: string) => socket.emit('ping', Buffer.from(bytes)),
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('a connection that exceeds its frame limit is closed', () => {
  const { payload, mayRead, wait } = open();
  expect([mayRead(1), mayRead(1)]).toEqual([true, true]);
  wait(1000);
  expect([mayRead(1), mayRead(1)]).toEqual([true, false]);
  expect(payload).toEqual(['close 1008']);
});

test('frames in one chunk count like separate ones', () => {
  const { payload, mayRead } = open();
  expect(mayRead(3)).toBe(false);
  expect(payload).toEqual(['close 1008']);
});

test('a ping is answered while the connection is open', () => {
  const { payload, mayRead, ping } = open();
  ping('one');
  mayRead(3);
  ping('two');
  expect(payload).toEqual(['pong one', 'close 1008']);
});
