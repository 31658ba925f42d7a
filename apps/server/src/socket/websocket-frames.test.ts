import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { encodeFrames, replaceSharedBuffer } from './websocket-frames.js';

test('a client reads encoded texts of any length and alphabet', async () => {
  const texts = ['', 'a', 'x'.repeat(125), 'x'.repeat(126), 'ж'.repeat(40_000), '♞'.repeat(65_535), 'x'.repeat(65_536)];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  server.on('connection', (_, { socket }) => void socket.write(encodeFrames(texts)));
  await new Promise((resolve) => server.on('listening', resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client.terminate());
  const received: string[] = [];
  await new Promise<void>((resolve) => {
    client.on('message', (data) => received.push(String(data)) === texts.length && resolve());
  });
  expect(received).toEqual(texts);
});

const textOf = (frames: Buffer): string => frames.toString('latin1').replaceAll(/[\x80-\xff]./g, '|');

test('a repeated text followed by another one is encoded with both', () => {
  expect(textOf(encodeFrames(['news', 'yes']))).toBe('|news|yes');
  expect(textOf(encodeFrames(['news']))).toBe('|news');
  expect(textOf(encodeFrames(['news', 'no']))).toBe('|news|no');
  expect(textOf(encodeFrames(['other', 'news']))).toBe('|other|news');
});

test('buffers that are still in use are not overwritten', () => {
  const waiting = encodeFrames(['news', 'yes']);
  replaceSharedBuffer();
  encodeFrames(['something else', 'and more']);
  expect(textOf(waiting)).toBe('|news|yes');
  expect(textOf(encodeFrames(['something else']))).toBe('|something else');
});
