import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { receiveMessages } from './receive.js';
import type { Sender } from './send.js';

/** A connection with a burst of two messages and one message per second. */
function open() {
  const actions: string[] = [];
  let nowMs = 0;
  const socket = Object.assign(new EventEmitter(), { OPEN: 1, readyState: 1, pause: () => actions.push('pause') });
  const sender = {
    pong: (payload: Buffer) => actions.push(`pong ${payload}`),
    close(code: number) {
      actions.push(`close ${code}`);
      socket.readyState = 2;
    },
  };
  receiveMessages(
    socket as unknown as WebSocket,
    sender as unknown as Sender,
    { clock: { monotonicMs: () => nowMs }, limits: { burst: 2, perSecond: 1 } },
    (text, isBinary) => actions.push(isBinary ? 'bytes' : text),
  );
  return {
    actions,
    text: (text: string) => socket.emit('message', Buffer.from(text), false),
    bytes: () => socket.emit('message', Buffer.from([1, 2]), true),
    ping: (payload: string) => socket.emit('ping', Buffer.from(payload)),
    pong: () => socket.emit('pong', Buffer.alloc(0)),
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('texts and bytes are passed on', () => {
  const { actions, text, bytes } = open();
  text('Zug für Zug ♞');
  bytes();
  expect(actions).toEqual(['Zug für Zug ♞', 'bytes']);
});

test('a connection that exceeds its limit is closed and no longer read', () => {
  const { actions, text, wait } = open();
  text('one');
  text('two');
  wait(1000);
  for (const late of ['three', 'four', 'five']) text(late);
  expect(actions).toEqual(['one', 'two', 'three', 'close 1008', 'pause']);
});

test('pings and pongs count, and a ping is answered while the connection is open', () => {
  const { actions, ping, pong } = open();
  ping('one');
  pong();
  ping('two');
  ping('three');
  expect(actions).toEqual(['pong one', 'close 1008', 'pause']);
});
