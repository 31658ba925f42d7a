import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { openBacklog } from '../rate-limit/backlog.js';
import { openSender } from './send.js';

const MOST_UNREAD = 100_000;

const FAKED = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] as const;
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }));
afterEach(() => void vi.useRealTimers());

function fakeSocket(backlog = openBacklog(MOST_UNREAD)) {
  const said: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    ping: () => said.push('ping'),
    pong: (bytes: Buffer) => said.push(`pong ${bytes}`),
    close: (code: number) => said.push(`close ${code}`),
    terminate: () => said.push('terminate'),
  });
  const raw = Object.assign(new EventEmitter(), {
    writableLength: 0,
    write: (frames: Buffer): boolean => {
      said.push(frames.toString('latin1').replace(/[\x80-\xff]./g, '|'));
      return true;
    },
  });
  const outlet = openSender(socket as unknown as WebSocket, raw as unknown as Duplex, backlog);
  return { socket, raw, said, outlet };
}

test('what is sent in one turn of the event loop goes out at once, and before the end', async () => {
  const { said, outlet } = fakeSocket();
  outlet.send('one');
  await Promise.resolve();
  outlet.send('two');
  await new Promise(process.nextTick);
  outlet.send('three');
  outlet.close(1000, 'enough');
  expect(said).toEqual(['ping', '|one|two', '|three', 'close 1000']);
});

test('what waits for a slow reader stays as it was sent, whatever is sent after it, be it the same', async () => {
  const { raw, outlet } = fakeSocket();
  const waiting: Buffer[] = [];
  raw.write = (frames) => {
    waiting.push(frames);
    raw.writableLength += frames.length;
    return true;
  };
  const texts = ['one', 'two', 'two', 'one'];
  for (const text of texts) {
    outlet.send(text);
    await new Promise(process.nextTick);
  }
  expect(waiting.map((frames) => frames.toString('latin1', 2))).toEqual(texts);
});

test('whoever does not read is dropped, not buffered for', async () => {
  const { raw, said, outlet } = fakeSocket();
  expect(outlet.send('one')).toBe(true);
  await new Promise(process.nextTick);
  raw.writableLength = 2 ** 21;
  expect(outlet.send('two')).toBe(false);
  vi.advanceTimersByTime(2000);
  expect(said).toEqual(['ping', '|one', 'close 1013', 'terminate']);
});

test('long answers go out before the turn’s end, so that a slow reader is noticed among them', () => {
  const { raw, said, outlet } = fakeSocket();
  const long = 'x'.repeat(200 * 1024);
  raw.write = (frames) => {
    raw.writableLength += frames.length;
    return true;
  };
  const sent = Array.from({ length: 20 }, () => outlet.send(long));
  expect(sent.lastIndexOf(true)).toBeLessThan(7);
  expect(said).toEqual(['ping', 'close 1013']);
});

test('whoever asks for signs of life and does not read them gets no more of them', () => {
  const { raw, said, outlet } = fakeSocket();
  outlet.pong(Buffer.from('one'));
  raw.writableLength = 2 ** 21;
  outlet.pong(Buffer.from('two'));
  expect(said).toEqual(['ping', 'pong one']);
});

test('whoever floods is told once that this is the end', () => {
  const { said, outlet } = fakeSocket();
  for (let times = 0; times < 3; times++) outlet.close(1008, 'too many messages');
  vi.advanceTimersByTime(2000);
  expect(said).toEqual(['ping', 'close 1008', 'terminate']);
});

test('whoever does not answer the heartbeat is dropped within half a minute', () => {
  const { socket, said } = fakeSocket();
  socket.emit('pong');
  vi.advanceTimersByTime(15_000);
  expect(said).toEqual(['ping', 'ping']);
  vi.advanceTimersByTime(15_000);
  expect(said).toEqual(['ping', 'ping', 'terminate']);
});

test('the delay that clocks forgive is what the last sign of life took, and nothing before there was one', () => {
  const { socket, outlet } = fakeSocket();
  vi.advanceTimersByTime(120);
  expect(outlet.lagMs()).toBe(0);
  socket.emit('pong');
  expect(outlet.lagMs()).toBe(120);
  vi.advanceTimersByTime(500);
  // One that nobody has asked for tells nothing.
  socket.emit('pong');
  expect(outlet.lagMs()).toBe(120);
  vi.advanceTimersByTime(15_000 - 620 + 40);
  socket.emit('pong');
  expect(outlet.lagMs()).toBe(40);
});

test('whoever has gone is sent nothing, and is not watched over any more', async () => {
  const { socket, said, outlet } = fakeSocket();
  outlet.send('one');
  socket.readyState = 3;
  socket.emit('close');
  expect(outlet.send('two')).toBe(false);
  await new Promise(process.nextTick);
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['ping']);
});

test('when too much waits for all readers together, the one that has not read for longest is dropped', async () => {
  const backlog = openBacklog(MOST_UNREAD);
  const [first, second, third] = [fakeSocket(backlog), fakeSocket(backlog), fakeSocket(backlog)];
  const sendSlowly = async ({ raw, outlet }: typeof first, bytes: number) => {
    raw.write = () => {
      raw.writableLength += bytes;
      return false;
    };
    outlet.send('text');
    await new Promise(process.nextTick);
  };
  await sendSlowly(first, 60_000);
  await sendSlowly(second, 30_000);
  first.raw.writableLength = 0;
  first.raw.emit('drain');
  await sendSlowly(third, 60_000);
  expect([first, second, third].map(({ said }) => said.at(-1))).toEqual(['ping', 'ping', 'ping']);
  await sendSlowly(first, 20_000);
  expect([first, second, third].map(({ said }) => said.at(-1))).toEqual(['ping', 'terminate', 'ping']);
});
