import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { createBacklog } from '../rate-limit/backlog.js';
import { openSender } from './send.js';

const MOST_UNREAD = 100_000;

const FAKED = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] as const;
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }));
afterEach(() => void vi.useRealTimers());

function fakeSocket(backlog = createBacklog(MOST_UNREAD)) {
  const actions: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    ping: () => actions.push('ping'),
    pong: (bytes: Buffer) => actions.push(`pong ${bytes}`),
    close: (code: number) => actions.push(`close ${code}`),
    terminate: () => actions.push('terminate'),
  });
  const raw = Object.assign(new EventEmitter(), {
    writableLength: 0,
    write: (frames: Buffer): boolean => {
      actions.push(frames.toString('latin1').replace(/[\x80-\xff]./g, '|'));
      return true;
    },
  });
  const sender = openSender(socket as unknown as WebSocket, raw as unknown as Duplex, backlog);
  return { socket, raw, actions, sender };
}

test('frames of one turn of the event loop are sent in one write, before the connection closes', async () => {
  const { actions, sender } = fakeSocket();
  sender.send('one');
  await Promise.resolve();
  sender.send('two');
  await new Promise(process.nextTick);
  sender.send('three');
  sender.close(1000, 'enough');
  expect(actions).toEqual(['ping', '|one|two', '|three', 'close 1000']);
});

test('buffered frames of a slow reader are not overwritten by later frames', async () => {
  const { raw, sender } = fakeSocket();
  const waiting: Buffer[] = [];
  raw.write = (frames) => {
    waiting.push(frames);
    raw.writableLength += frames.length;
    return true;
  };
  const texts = ['one', 'two', 'two', 'one'];
  for (const text of texts) {
    sender.send(text);
    await new Promise(process.nextTick);
  }
  expect(waiting.map((frames) => frames.toString('latin1', 2))).toEqual(texts);
});

test('a client that does not read is disconnected, not buffered for', async () => {
  const { raw, actions, sender } = fakeSocket();
  expect(sender.send('one')).toBe(true);
  await new Promise(process.nextTick);
  raw.writableLength = 2 ** 21;
  expect(sender.send('two')).toBe(false);
  vi.advanceTimersByTime(2000);
  expect(actions).toEqual(['ping', '|one', 'close 1013', 'terminate']);
});

test('long responses are flushed before the turn ends, so that a slow reader is noticed', () => {
  const { raw, actions, sender } = fakeSocket();
  const long = 'x'.repeat(200 * 1024);
  raw.write = (frames) => {
    raw.writableLength += frames.length;
    return true;
  };
  const sent = Array.from({ length: 20 }, () => sender.send(long));
  expect(sent.lastIndexOf(true)).toBeLessThan(7);
  expect(actions).toEqual(['ping', 'close 1013']);
});

test('a client that pings without reading gets no more pongs', () => {
  const { raw, actions, sender } = fakeSocket();
  sender.pong(Buffer.from('one'));
  raw.writableLength = 2 ** 21;
  sender.pong(Buffer.from('two'));
  expect(actions).toEqual(['ping', 'pong one']);
});

test('a flooding client gets one close frame', () => {
  const { actions, sender } = fakeSocket();
  for (let times = 0; times < 3; times++) sender.close(1008, 'too many messages');
  vi.advanceTimersByTime(2000);
  expect(actions).toEqual(['ping', 'close 1008', 'terminate']);
});

test('a client that does not answer pings is disconnected within half a minute', () => {
  const { socket, actions } = fakeSocket();
  socket.emit('pong');
  vi.advanceTimersByTime(15_000);
  expect(actions).toEqual(['ping', 'ping']);
  vi.advanceTimersByTime(15_000);
  expect(actions).toEqual(['ping', 'ping', 'terminate']);
});

test('the lag is the round trip of the last ping, and 0 before the first', () => {
  const { socket, sender } = fakeSocket();
  vi.advanceTimersByTime(120);
  expect(sender.lagMs()).toBe(0);
  socket.emit('pong');
  expect(sender.lagMs()).toBe(120);
  vi.advanceTimersByTime(500);
  // An unsolicited pong does not count.
  socket.emit('pong');
  expect(sender.lagMs()).toBe(120);
  vi.advanceTimersByTime(15_000 - 620 + 40);
  socket.emit('pong');
  expect(sender.lagMs()).toBe(40);
});

test('a closed connection gets no frames and no pings', async () => {
  const { socket, actions, sender } = fakeSocket();
  sender.send('one');
  socket.readyState = 3;
  socket.emit('close');
  expect(sender.send('two')).toBe(false);
  await new Promise(process.nextTick);
  vi.advanceTimersByTime(60_000);
  expect(actions).toEqual(['ping']);
});

test('when the total backlog is full, the client that has waited longest is disconnected', async () => {
  const backlog = createBacklog(MOST_UNREAD);
  const [first, second, third] = [fakeSocket(backlog), fakeSocket(backlog), fakeSocket(backlog)];
  const sendSlowly = async ({ raw, sender }: typeof first, bytes: number) => {
    raw.write = () => {
      raw.writableLength += bytes;
      return false;
    };
    sender.send('text');
    await new Promise(process.nextTick);
  };
  await sendSlowly(first, 60_000);
  await sendSlowly(second, 30_000);
  first.raw.writableLength = 0;
  first.raw.emit('drain');
  await sendSlowly(third, 60_000);
  expect([first, second, third].map(({ actions }) => actions.at(-1))).toEqual(['ping', 'ping', 'ping']);
  await sendSlowly(first, 20_000);
  expect([first, second, third].map(({ actions }) => actions.at(-1))).toEqual(['ping', 'terminate', 'ping']);
});
