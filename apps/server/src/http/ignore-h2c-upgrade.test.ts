import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.js';
import { openRaw } from '../testing/durability/raw-socket.js';
import { startTestServer } from '../testing/test-server.js';

/** The upgrade offer of Java's HTTP client. */
const HTTP_2 =
  'Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\nUpgrade: h2c\r\n';
const BODY = 'Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{"name":"Anna"}';
const OPENING =
  'GET /api/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n';

test.each([
  ['whole', (text: string) => [text]],
  ['in two pieces', (text: string) => [text.slice(0, -10), text.slice(-10)]],
])('requests that offer an HTTP/2 upgrade get normal responses, one after the other, %s', async (_, piecesOf) => {
  const testServer = await startTestServer();
  const raw = await openRaw(testServer.address);
  let received = '';
  raw.socket.on('data', (bytes) => (received += bytes));
  const send = async (text: string) => {
    for (const piece of piecesOf(text)) {
      raw.send(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await send(`POST /api/guests HTTP/1.1\r\nHost: x\r\n${HTTP_2}${BODY}`);
  await expect.poll(() => received).toMatch(/^HTTP\/1\.1 201 .*"name":"Anna"/s);
  received = '';
  await send(`GET /healthz HTTP/1.1\r\nHost: x\r\n${HTTP_2.replace('Upgrade,', 'close, Upgrade,')}\r\n`);
  expect(String(await raw.rest)).toMatch(/HTTP\/1\.1 200 .*\{"status":"alive"\}$/s);
});

test('a WebSocket handshake pipelined behind an unanswered request leaves no connection and no log line', async () => {
  const written: string[] = [];
  const log = createLog('trace', { write: (line) => void written.push(line) });
  const testServer = await startTestServer({}, onTestFinished, { log });
  const raw = await openRaw(testServer.address);
  raw.send(`POST /api/guests HTTP/1.1\r\nHost: x\r\n${BODY}${OPENING}`);
  await raw.rest;
  expect(written.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  await expect
    .poll(() => new Promise((resolve) => testServer.app.server.getConnections((_, count) => resolve(count))))
    .toBe(0);
});
