import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openLog } from '../log.js';
import { openRaw } from '../testing/durability/raw-socket.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';

const written: string[] = [];
const ends: (() => Promise<void>)[] = [];
let testServer: TestServer;
beforeAll(async () => {
  const log = openLog('trace', { write: (line) => void written.push(line) });
  testServer = await startTestServer({}, (end) => ends.push(end), { log });
});
afterAll(() => Promise.all(ends.map((end) => end())));

/** All that a server says to these bytes until it closes the connection. */
async function heardAfter(bytes: string | Buffer): Promise<string> {
  const raw = await openRaw(testServer.address);
  raw.send(bytes);
  return String(await raw.rest);
}

/** The one answer of a text, which is as long as it says. */
function answerIn(heard: string) {
  const [, status, head, body] = /^HTTP\/1\.1 (\d{3}) .*?\r\n(.*?)\r\n\r\n(.*)$/s.exec(heard) ?? [];
  const headers = new Map(head?.split('\r\n').map((line) => line.toLowerCase().split(': ') as [string, string]));
  if (!headers.has('transfer-encoding')) expect(headers.get('content-length')).toBe(String(body?.length));
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('connection')).toBe('close');
  return { status: Number(status), ...JSON.parse(/\{.*\}/s.exec(body ?? '')?.[0] ?? 'null') };
}

const GARBAGE = '\0\x01\x02'.repeat(100);
const POST = 'POST /api/guests HTTP/1.1\r\nHost: x\r\n';

describe('what is no request is told so in our words, and the connection closed:', () => {
  test.each([
    ['garbage', GARBAGE, 400, 'request/malformed'],
    ['a megabyte of garbage', GARBAGE.repeat(3500), 400, 'request/malformed'],
    ['a version that there is not', 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'request/malformed'],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n', 400, 'request/malformed'],
    ['a header without a name', 'GET /healthz HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n', 400, 'request/malformed'],
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400, 'request/malformed'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'request/malformed'],
    ['headers of 100 KiB', `${POST}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`, 431, 'request/headers-too-large'],
    ['an address of 100 KiB', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n`, 431, 'request/headers-too-large'],
    ['headers that never end', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 408, 'request/too-slow'],
    ['something else expected', `${POST}Expect: miracles\r\n\r\n`, 417, 'request/unsupported-expect'],
    [
      'a piece of a body that says much of itself',
      `${POST}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
      413,
      'request/too-large',
    ],
  ])('%s', async (_, bytes, status, code) => {
    const before = written.length;
    const answer = answerIn(await heardAfter(bytes));
    expect(answer).toEqual({ status, code, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(written.slice(before).filter((line) => JSON.parse(line).level > 30)).toEqual([]);
    expect(written.slice(before).length).toBeLessThan(3);
  });
});

test('a request of the old kind needs no host', async () => {
  expect(await heardAfter('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

test('who goes on sending after the answer is not waited for', async () => {
  const { hostname, port } = new URL(testServer.address);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let heard = '';
  socket.on('data', (bytes) => (heard += bytes)).on('error', () => undefined);
  const before = written.length;
  const sending = setInterval(() => socket.write(GARBAGE), 5);
  onTestFinished(() => {
    clearInterval(sending);
    socket.destroy();
  });
  await new Promise((resolve) => socket.on('close', resolve));
  expect(answerIn(heard)).toMatchObject({ status: 400 });
  expect(written.length - before).toBeLessThan(3);
});

test('garbage behind a request does not get into the answer to it', async () => {
  const heard = await heardAfter(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${GARBAGE}`);
  expect(heard.match(/HTTP\/1\.1 \d{3}/g)).toEqual([expect.stringMatching(/200|400/)]);
});
