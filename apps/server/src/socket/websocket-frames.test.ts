import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { encodeFrames, replaceSharedBuffer } from './websocket-frames.js';

test('a client reads the texts that were put into frames, whatever their lengths and letters', async () => {
  const texts = ['', 'a', 'x'.repeat(125), 'x'.repeat(126), 'ж'.repeat(40_000), '♞'.repeat(65_535), 'x'.repeat(65_536)];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  server.on('connection', (_, { socket }) => void socket.write(encodeFrames(texts)));
  await new Promise((resolve) => server.on('listening', resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client.terminate());
  const heard: string[] = [];
  await new Promise<void>((resolve) => {
    client.on('message', (data) => heard.push(String(data)) === texts.length && resolve());
  });
  expect(heard).toEqual(texts);
});

const textOf = (frames: Buffer): string => frames.toString('latin1').replaceAll(/[\x80-\xff]./g, '|');

test('who is told the same as the one before, and something more, is told both', () => {
  expect(textOf(encodeFrames(['news', 'yes']))).toBe('|news|yes');
  expect(textOf(encodeFrames(['news']))).toBe('|news');
  expect(textOf(encodeFrames(['news', 'no']))).toBe('|news|no');
  expect(textOf(encodeFrames(['other', 'news']))).toBe('|other|news');
});

test('what is not read yet is not written over', () => {
  const waiting = encodeFrames(['news', 'yes']);
  replaceSharedBuffer();
  encodeFrames(['something else', 'and more']);
  expect(textOf(waiting)).toBe('|news|yes');
  expect(textOf(encodeFrames(['something else']))).toBe('|something else');
});
