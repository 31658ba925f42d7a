import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.js';
import { openRaw } from '../testing/durability/raw-socket.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';

const written: string[] = [];
const ends: (() => Promise<void>)[] = [];
let testServer: TestServer;
beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void written.push(line) });
  testServer = await startTestServer({}, (end) => ends.push(end), { log });
});
afterAll(() => Promise.all(ends.map((end) => end())));

/** The server's whole response to these bytes, until it closes the connection. */
async function responseTo(bytes: string | Buffer): Promise<string> {
  const raw = await openRaw(testServer.address);
  raw.send(bytes);
  return String(await raw.rest);
}

/** The only response in a text; its length must match its header. */
function answerIn(received: string) {
  const [, status, head, body] = /^HTTP\/1\.1 (\d{3}) .*?\r\n(.*?)\r\n\r\n(.*)$/s.exec(received) ?? [];
  const headers = new Map(head?.split('\r\n').map((line) => line.toLowerCase().split(': ') as [string, string]));
  if (!headers.has('transfer-encoding')) expect(headers.get('content-length')).toBe(String(body?.length));
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('connection')).toBe('close');
  return { status: Number(status), ...JSON.parse(/\{.*\}/s.exec(body ?? '')?.[0] ?? 'null') };
}

const GARBAGE = '\0\x01\x02'.repeat(100);
const POST = 'POST /api/guests HTTP/1.1\r\nHost: x\r\n';

describe('a malformed request gets an error in our format, and the connection is closed:', () => {
  test.each([
    ['garbage', GARBAGE, 400, 'request/malformed'],
    ['a megabyte of garbage', GARBAGE.repeat(3500), 400, 'request/malformed'],
    ['an unknown HTTP version', 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'request/malformed'],
    ['two Host headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n', 400, 'request/malformed'],
    ['a header without a name', 'GET /healthz HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n', 400, 'request/malformed'],
    ['two Content-Length headers', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400, 'request/malformed'],
    ['no Host header', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'request/malformed'],
    ['headers of 100 KiB', `${POST}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`, 431, 'request/headers-too-large'],
    ['a URL of 100 KiB', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n`, 431, 'request/headers-too-large'],
    ['headers that never end', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 408, 'request/too-slow'],
    ['an unsupported Expect header', `${POST}Expect: miracles\r\n\r\n`, 417, 'request/unsupported-expect'],
    [
      'large chunk extensions',
      `${POST}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
      413,
      'request/too-large',
    ],
  ])('%s', async (_, bytes, status, code) => {
    const before = written.length;
    const answer = answerIn(await responseTo(bytes));
    expect(answer).toEqual({ status, code, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(written.slice(before).filter((line) => JSON.parse(line).level > 30)).toEqual([]);
    expect(written.slice(before).length).toBeLessThan(3);
  });
});

test('an HTTP/1.0 request needs no Host header', async () => {
  expect(await responseTo('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

test('a client that keeps sending after the response is disconnected', async () => {
  const { hostname, port } = new URL(testServer.address);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  socket.on('data', (bytes) => (received += bytes)).on('error', () => undefined);
  const before = written.length;
  const sending = setInterval(() => socket.write(GARBAGE), 5);
  onTestFinished(() => {
    clearInterval(sending);
    socket.destroy();
  });
  await new Promise((resolve) => socket.on('close', resolve));
  expect(answerIn(received)).toMatchObject({ status: 400 });
  expect(written.length - before).toBeLessThan(3);
});

test('garbage after a request does not change its response', async () => {
  const received = await responseTo(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${GARBAGE}`);
  expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual([expect.stringMatching(/200|400/)]);
});
