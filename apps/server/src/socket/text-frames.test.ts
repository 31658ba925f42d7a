import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { framesOf } from './text-frames.js';

test('a client reads the texts that were put into frames, whatever their lengths and letters', async () => {
  const texts = ['', 'a', 'x'.repeat(125), 'x'.repeat(126), 'ж'.repeat(40_000), '♞'.repeat(65_535), 'x'.repeat(65_536)];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  server.on('connection', (_, { socket }) => void socket.write(framesOf(texts), 'latin1'));
  await new Promise((resolve) => server.on('listening', resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client.terminate());
  const heard: string[] = [];
  await new Promise<void>((resolve) => {
    client.on('message', (data) => heard.push(String(data)) === texts.length && resolve());
  });
  expect(heard).toEqual(texts);
});
