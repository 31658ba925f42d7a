import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createLog } from '../log.js';
import { closingCode, frame, openRaw, openRawWebSocket } from '../testing/durability/raw-socket.js';
import { openSoloPlayer } from '../testing/durability/solo-player.js';
import { startTestServer } from '../testing/test-server.js';

const TEXT = 0x81;
const CONTINUED = 0x01;
const MORE = 0x00;
const PING = 0x89;

const ends: (() => Promise<void>)[] = [];
let testServer: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  testServer = await startTestServer({}, (end) => ends.push(end));
});
afterAll(() => Promise.all(ends.map((end) => end())));

/** Plays a few moves over REST and WebSocket, to show that others are not affected. */
async function expectPlayable(address: string): Promise<void> {
  const player = await openSoloPlayer(address);
  for (const client of [player.rest, player.socket, player.rest])
    expect(await player.move(client)).toMatchObject({ ok: true });
  player.close();
}

describe('a WebSocket that sends', () => {
  test.each([
    ['an unknown opcode', frame(0x83, 'x'), 1002],
    ['a reserved bit', frame(0xc1, 'x'), 1002],
    ['an unmasked frame', Buffer.from([TEXT, 1, 0x78]), 1002],
    ['a frame with a length of 2^62 bytes', frame(TEXT, 'x', 2 ** 62), 1009],
    ['a frame of 1 MiB', frame(TEXT, Buffer.alloc(2 ** 20, 0x20)), 1009],
    ['invalid UTF-8', frame(TEXT, Buffer.from([0xc3, 0x28])), 1007],
    ['a fragmented ping', frame(0x09, 'x'), 1002],
    ['a continuation without a start', frame(0x80, 'x'), 1002],
    ['a text inside a fragmented text', Buffer.concat([frame(CONTINUED, 'x'), frame(TEXT, 'x')]), 1002],
    ['a close frame with an invalid code', frame(0x88, Buffer.from([0, 1])), 1002],
    ['binary', frame(0x82, 'x'), 1008],
    ['fragments that are too large together', Buffer.concat(pieces(10, 7000)), 1009],
    ['more fragments than a message may have', Buffer.concat(pieces(70, 1)), 1008],
  ])('%s is closed with the right code, and others play on', async (_, bytes, code) => {
    const raw = await openRawWebSocket(testServer.address);
    raw.send(bytes);
    expect(closingCode(await raw.rest)).toBe(code);
    await expectPlayable(testServer.address);
  });

  test('a hundred thousand tiny fragments does not block others', async () => {
    const raw = await openRawWebSocket(testServer.address);
    raw.send(Buffer.concat(pieces(100_000, 1)));
    await expectPlayable(testServer.address);
    expect(closingCode(await raw.rest)).toBeOneOf([1008, 1009]);
  });

  test('too many frames is closed, and others play on', async () => {
    const raw = await openRawWebSocket(testServer.address);
    const ask = frame(TEXT, JSON.stringify({ type: 'view', key: 'k', game: '111111111111' }));
    raw.send(Buffer.concat(Array.from({ length: 10_000 }, () => ask)));
    await expectPlayable(testServer.address);
    expect(closingCode(await raw.rest)).toBe(1008);
  });

  test('endless pings is closed, and others play on', async () => {
    const raw = await openRawWebSocket(testServer.address);
    raw.send(Buffer.concat(Array.from({ length: 10_000 }, () => frame(PING, 'are you there?'))));
    await expectPlayable(testServer.address);
    expect(closingCode(await raw.rest)).toBe(1008);
  });

  test('deeply nested JSON or huge numbers gets an error without side effects', async () => {
    const socket = await testServer.socket('/api/socket');
    for (const value of [
      '['.repeat(10_000) + ']'.repeat(10_000),
      '1e400',
      '"\\ud800"',
      '{"constructor":{"prototype":1}}',
    ]) {
      socket.send(`{"type":"view","key":"k","game":${value}}`);
    }
    await expect.poll(() => socket.received.filter(({ type }) => type === 'error')).toHaveLength(4);
    expect(({} as { prototype?: unknown }).prototype).toBeUndefined();
    await expectPlayable(testServer.address);
  });
});

/** A text in this many fragments, without the last one. */
const pieces = (count: number, size: number): Buffer[] => [
  frame(CONTINUED, 'x'.repeat(size)),
  ...Array.from({ length: count - 1 }, () => frame(MORE, 'x'.repeat(size))),
];

test('a WebSocket at another URL is refused, and the URL is not logged', async () => {
  const written: string[] = [];
  const log = createLog('trace', { write: (line) => void written.push(line) });
  const { address } = await startTestServer({}, onTestFinished, { log });
  const opening = new WebSocket(`${address.replace('http', 'ws')}/api/games/by-code/K7QM2XPA`);
  const status = await new Promise((resolve) =>
    opening.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode)).on('open', resolve),
  );
  expect(status).toBe(400);
  const raw = await openRawWebSocket(address);
  raw.send(frame(0xc1, 'x'));
  await raw.rest;
  expect(written.join('')).toContain('GET /api/games/by-code/:code');
  expect(written.join('')).not.toContain('K7QM2XPA');
  expect(written.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

describe('an HTTP request', () => {
  const TOO_LARGE =
    'POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n{';

  test('that never starts, or whose headers, handshake or body never end, is closed, and others play on', async () => {
    const starts = [
      '',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      'GET /api/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Slow: ',
      'POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
      TOO_LARGE,
    ];
    const slow = await Promise.all(starts.map(() => openRaw(testServer.address)));
    for (const [index, raw] of slow.entries()) raw.send(starts[index]!);
    const dripping = setInterval(() => {
      for (const raw of slow.slice(1)) raw.send(' ');
    }, 500);
    onTestFinished(() => clearInterval(dripping));
    await expectPlayable(testServer.address);
    for (const raw of slow) {
      const received = String(await raw.rest).replace(/^HTTP\/1\.1 413 .*?\r\n\r\n\{.*?\}/s, '');
      expect(received).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
    }
  });

  test('whose body is too large is refused while it is still being sent, and the connection stays open', async () => {
    const raw = await openRaw(testServer.address);
    const next = () => new Promise<string>((resolve) => raw.socket.once('data', (data) => resolve(String(data))));
    raw.socket.on('close', () => raw.socket.emit('data', 'closed'));
    raw.send(TOO_LARGE);
    expect(await next()).toMatch(/^HTTP\/1\.1 413 /);
    raw.send(' '.repeat(9_999_999));
    raw.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await next()).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each([
    ['garbage', `${'\0\x01\x02'.repeat(100)}\r\n\r\n`, 400],
    ['headers of 100 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    [
      'two Content-Length headers',
      'POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      400,
    ],
    [
      'a Content-Length and chunks',
      'POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a body of 10 MB', TOO_LARGE, 413],
    [
      'a chunked body of 100 KiB',
      `POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n19000\r\n${' '.repeat(102_400)}\r\n0\r\n\r\n`,
      413,
    ],
  ])('of %s is refused', async (_, bytes, status) => {
    const raw = await openRaw(testServer.address);
    raw.send(bytes);
    const answered = new Promise<string>((resolve) => raw.socket.once('data', (data) => resolve(String(data))));
    expect(await answered).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await expectPlayable(testServer.address);
  });

  test('after request without reading responses gets 429', async () => {
    const raw = await openRaw(testServer.address);
    raw.socket.pause();
    raw.send('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(300));
    await expectPlayable(testServer.address);
    let received = '';
    raw.socket.on('data', (bytes) => (received += bytes)).resume();
    const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
    await expect.poll(() => statuses().length).toBe(300);
    expect(statuses().filter((status) => status === '429').length).toBeGreaterThan(280);
  });

  test('whose response is not read is closed', async () => {
    const { address, app } = await startTestServer();
    const opened = once(app.server, 'connection');
    const raw = await openRaw(address);
    raw.socket.pause();
    const [theirs] = (await opened) as [Socket];
    // Sends requests until the kernel takes no more bytes of their responses.
    let fullPolls = 0;
    const sendMore = (): number => {
      raw.send('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(16));
      fullPolls = theirs.writableLength > 0 ? fullPolls + 1 : 0;
      return fullPolls;
    };
    await expect.poll(sendMore, { timeout: 60_000 }).toBeGreaterThan(5);
    // The real time-out is minutes, for checks of rulesets; the test shortens it.
    expect(theirs.timeout).toBeGreaterThan(0);
    theirs.setTimeout(1000);
    await expect.poll(() => theirs.destroyed, { timeout: 60_000 }).toBe(true);
  });

  test('with deeply nested JSON or prototype pollution is refused', async () => {
    for (const body of [
      '['.repeat(10_000),
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      '{"constructor":{"prototype":{}}}',
    ]) {
      expect((await testServer.call('POST', '/api/guests', { body })).status).toBe(400);
    }
    await expectPlayable(testServer.address);
  });
});

test('a thousand silent WebSockets stay open, and a game continues beside them', async () => {
  const sockets = Array.from(
    { length: 1000 },
    () => new WebSocket(`${testServer.address.replace('http', 'ws')}/api/socket`),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
  });
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('open', resolve))));
  await expectPlayable(testServer.address);
  expect(sockets.every(({ readyState }) => readyState === WebSocket.OPEN)).toBe(true);
});
