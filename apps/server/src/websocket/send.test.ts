import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Duplex, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket as Client, type WebSocket, WebSocketServer } from 'ws';
import { createBacklog } from '../rate-limit/backlog.js';
import { openSender } from './send.js';

const MOST_UNREAD = 100_000;

const FAKED = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] as const;
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }));
afterEach(() => void vi.useRealTimers());

/** A stream that writes at once, or keeps what it gets while `isBlocked`. */
function fakeSocket(backlog = createBacklog()) {
  const actions: string[] = [];
  let isBlocked = false;
  let unblock = (): void => undefined;
  const raw = new Writable({
    decodeStrings: false,
    highWaterMark: 16 * 1024,
    writev(chunks, done) {
      actions.push(chunks.map(({ chunk }) => (chunk.length > 100 ? '(long)' : chunk)).join('|'));
      if (isBlocked) unblock = done;
      else done();
    },
  });
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    send: (text: string) => raw.write(text),
    ping: () => actions.push('ping'),
    pong: (bytes: Buffer) => actions.push(`pong ${bytes}`),
    close: (code: number) => actions.push(`close ${code}`),
    terminate: () => actions.push('terminate'),
  });
  const sender = openSender(socket as unknown as WebSocket, raw as unknown as Duplex, backlog);
  return {
    socket,
    actions,
    sender,
    block() {
      isBlocked = true;
    },
    unblock() {
      isBlocked = false;
      unblock();
    },
  };
}

const turn = () => new Promise<void>(process.nextTick);

test('frames of one turn of the event loop are sent in one write', async () => {
  const { actions, sender } = fakeSocket();
  sender.send('one');
  await Promise.resolve();
  sender.send('two');
  await turn();
  sender.send('three');
  await turn();
  expect(actions).toEqual(['ping', 'one|two', 'three']);
});

test('a client gets what was sent before its connection was closed', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = new Client(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: string[] = [];
  client.on('message', (text) => received.push(String(text)));
  const [socket, request] = (await once(server, 'connection')) as [WebSocket, { socket: Duplex }];
  const sender = openSender(socket, request.socket, createBacklog());
  const texts = ['one', 'zwölf ♞', 'x'.repeat(70_000)];
  for (const text of texts) sender.send(text);
  sender.close(1013, 'enough');
  const [code] = await once(client, 'close');
  expect([code, received]).toEqual([1013, texts]);
});

test('a client that does not read is disconnected, not buffered for', async () => {
  const { block, actions, sender } = fakeSocket();
  block();
  expect(sender.send('x'.repeat(2 ** 21))).toBe(true);
  await turn();
  expect(sender.send('two')).toBe(false);
  vi.advanceTimersByTime(2000);
  expect(actions).toEqual(['ping', '(long)', 'close 1013', 'terminate']);
});

test('long responses are flushed before the turn ends, so that a slow reader is noticed', () => {
  const { block, actions, sender } = fakeSocket();
  block();
  const long = 'x'.repeat(200 * 1024);
  const sent = Array.from({ length: 20 }, () => sender.send(long));
  expect(sent.lastIndexOf(true)).toBeLessThan(7);
  expect(actions.at(-1)).toBe('close 1013');
});

test('a client that pings without reading gets no more pongs', async () => {
  const { block, actions, sender } = fakeSocket();
  sender.pong(Buffer.from('one'));
  block();
  sender.send('x'.repeat(2 ** 21));
  await turn();
  sender.pong(Buffer.from('two'));
  expect(actions).toEqual(['ping', 'pong one', '(long)']);
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
  socket.readyState = 3;
  socket.emit('close');
  expect(sender.send('two')).toBe(false);
  await turn();
  vi.advanceTimersByTime(60_000);
  expect(actions).toEqual(['ping']);
});

test('when the total backlog is full, the client that has waited longest is disconnected', async () => {
  const backlog = createBacklog(MOST_UNREAD);
  const [first, second, third] = [fakeSocket(backlog), fakeSocket(backlog), fakeSocket(backlog)];
  const sendSlowly = async ({ block, sender }: typeof first, bytes: number) => {
    block();
    sender.send('x'.repeat(bytes));
    await turn();
  };
  const disconnected = () => [first, second, third].map(({ actions }) => actions.includes('terminate'));
  await sendSlowly(first, 60_000);
  await sendSlowly(second, 30_000);
  first.unblock();
  await turn();
  await sendSlowly(third, 60_000);
  expect(disconnected()).toEqual([false, false, false]);
  await sendSlowly(first, 20_000);
  expect(disconnected()).toEqual([false, true, false]);
});
