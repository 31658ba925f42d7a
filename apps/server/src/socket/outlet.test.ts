import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { openCredits, spend } from './credits.js';
import { openOutlet } from './outlet.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function fakeSocket() {
  const said: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    ping: () => said.push('ping'),
    pong: (bytes: Buffer) => said.push(`pong ${bytes}`),
    close: (code: number) => said.push(`close ${code}`),
    terminate: () => said.push('terminate'),
  });
  const raw = {
    writableLength: 0,
    write: (frames: Buffer) => void said.push(frames.toString('latin1').replace(/[\x80-\xff]./g, '|')),
  };
  return { socket, raw, said, outlet: openOutlet(socket as unknown as WebSocket, raw as unknown as Duplex) };
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

test('credits allow a burst and then come back with time', () => {
  const credits = openCredits({ burst: 2, perSecond: 10 });
  expect([spend(credits, 0), spend(credits, 0), spend(credits, 0)]).toEqual([true, true, false]);
  expect([spend(credits, 100), spend(credits, 100)]).toEqual([true, false]);
});
