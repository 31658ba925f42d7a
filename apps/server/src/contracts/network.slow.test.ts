import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createLog } from '../log.js';
import { startTestServer } from '../testing/test-server.js';

const ALLOWED = 'https://play.example';
const EVIL = 'https://evil.example';

describe('a page of another origin', () => {
  const preflight = (origin: string) => ({
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  });

  test('may send credentials if it is allowed, and cannot read responses otherwise', async () => {
    const testServer = await startTestServer({ 'allowed-origins': `${ALLOWED};` });
    for (const [method, headers] of [
      ['GET', (origin: string) => ({ origin })],
      ['OPTIONS', preflight],
    ] as const) {
      const allowed = await testServer.call(method, '/api/games', { headers: headers(ALLOWED) });
      expect(allowed.headers.get('access-control-allow-origin')).toBe(ALLOWED);
      expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
      const evil = await testServer.call(method, '/api/games', { headers: headers(EVIL) });
      expect(evil.headers.get('access-control-allow-origin')).toBeNull();
      expect(evil.headers.get('vary')).toMatch(/origin/i);
    }
    const { headers } = await testServer.call('OPTIONS', '/game', { headers: preflight(ALLOWED) });
    for (const method of ['HEAD', 'GET', 'POST', 'PUT'])
      expect(headers.get('access-control-allow-methods')).toContain(method);
  });

  test('gets no CORS headers if no origin is allowed', async () => {
    const testServer = await startTestServer();
    for (const origin of [ALLOWED, EVIL, 'null']) {
      const { headers } = await testServer.call('GET', '/api/games', { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test.each(['/api/socket', '/game/connect/any/websocket'])('can open %s only if it is allowed', async (path) => {
    const testServer = await startTestServer({ 'allowed-origins': ALLOWED });
    await testServer.call('POST', '/game', { body: { gameConfiguration: { gameId: 'any' } } });
    for (const origin of [EVIL, 'null', `${ALLOWED}.evil.example`, ALLOWED.replace('https', 'http')])
      await expect(testServer.socket(path, { origin })).rejects.toThrow('status 403');
    for (const origin of [ALLOWED, testServer.address])
      expect((await testServer.socket(path, { origin })).connection.readyState).toBe(WebSocket.OPEN);
  });
});

test('an allowed page of another site gets a SameSite=None cookie, and other pages do not', async () => {
  const testServer = await startTestServer({ 'allowed-origins': ALLOWED, 'trust-proxy': '127.0.0.1' });
  const cookie = async (origin: string, protocol: string) => {
    const headers = { origin, 'x-forwarded-proto': protocol };
    return (await testServer.call('POST', '/api/guests', { headers })).headers.get('set-cookie');
  };
  expect(await cookie(ALLOWED, 'https')).toMatch(/Secure; SameSite=None/);
  expect(await cookie(ALLOWED, 'http')).toMatch(/SameSite=Lax/);
  expect(await cookie(EVIL, 'https')).toMatch(/SameSite=Lax/);
});

describe('behind a proxy', () => {
  const forwarded = (client: string) => ({ 'x-forwarded-for': client });
  const guest = (testServer: Awaited<ReturnType<typeof startTestServer>>, client: string) =>
    testServer.call('POST', '/api/guests', { headers: forwarded(client) }).then(({ status }) => status);

  test('that is trusted, limits and logs use the client address', async () => {
    const written: string[] = [];
    const to = new Writable({
      write: (line, _encoding, done) => {
        written.push(String(line));
        done();
      },
    });
    const log = createLog('debug', to);
    const testServer = await startTestServer({ 'trust-proxy': 'loopback', 'guests-per-minute': '1' }, undefined, {
      log,
    });
    expect([await guest(testServer, '192.0.2.1'), await guest(testServer, '192.0.2.1')]).toEqual([201, 429]);
    expect(await guest(testServer, '192.0.2.2')).toBe(201);
    // Addresses that the client itself sent come before the proxy's, and are not trusted.
    expect(await guest(testServer, '198.51.100.7, 192.0.2.2')).toBe(429);
    expect(written.join('')).toContain('"from":"192.0.2.2"');
  });

  test('that is not trusted, all clients have the proxy’s address', async () => {
    const testServer = await startTestServer({ 'guests-per-minute': '1' });
    expect([await guest(testServer, '192.0.2.1'), await guest(testServer, '192.0.2.2')]).toEqual([201, 429]);
  });

  test('the own page has the same origin, and its cookie is Secure', async () => {
    const headers = { 'x-forwarded-host': 'chess.example', 'x-forwarded-proto': 'https' };
    const origin = 'https://chess.example';
    const trusting = await startTestServer({ 'trust-proxy': '127.0.0.1' });
    expect((await trusting.call('POST', '/api/guests', { headers })).headers.get('set-cookie')).toMatch(/Secure/);
    const socket = await trusting.socket('/api/socket', { ...headers, origin });
    expect(socket.connection.readyState).toBe(WebSocket.OPEN);
    const wary = await startTestServer();
    expect((await wary.call('POST', '/api/guests', { headers })).headers.get('set-cookie')).not.toMatch(/Secure/);
    await expect(wary.socket('/api/socket', { ...headers, origin })).rejects.toThrow('status 403');
  });
});

test('a client that answers no pings is disconnected within two heartbeats, and its presence ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const testServer = await startTestServer();
  const [anna, bert] = [await testServer.guest(), await testServer.guest()];
  const { body } = await anna.post('/api/games', { side: 'white' });
  await bert.post(`/api/games/${body.game}/join`);
  const alive = await bert.socket();
  await alive.request({ type: 'subscribe', key: 's', game: body.game });
  const headers = { authorization: `Bearer ${anna.token}` };
  const dead = new WebSocket(`${testServer.address.replace('http', 'ws')}/api/socket`, { headers, autoPong: false });
  const dropped = new Promise<number>((resolve) => dead.on('close', resolve));
  await new Promise((resolve) => dead.on('open', resolve));
  dead.send(JSON.stringify({ type: 'subscribe', key: 's', game: body.game }));
  const presence = async () => (await testServer.call('GET', `/api/games/${body.game}/presence`)).body;
  await vi.waitFor(async () => expect(await presence()).toMatchObject({ white: true, black: true }), 10_000);
  const pinged = new Promise((resolve) => alive.connection.once('ping', resolve));
  vi.advanceTimersByTime(15_000);
  await pinged;
  await alive.request({ type: 'ping' });
  vi.advanceTimersByTime(15_000);
  expect(await dropped).toBe(1006);
  await vi.waitFor(async () => expect(await presence()).toMatchObject({ white: false, black: true }), 10_000);
  expect(alive.connection.readyState).toBe(WebSocket.OPEN);
});

test('a client that stops reading is disconnected without an effect on others', async () => {
  const testServer = await startTestServer();
  const anna = await testServer.guest();
  const { body } = await anna.post('/api/games', { side: 'both', hotSeat: true, chat: 'one-room' });
  const { hostname, port } = new URL(testServer.address);
  const slowReader = connect(Number(port), hostname);
  const handshake = [
    'GET /api/socket HTTP/1.1',
    `Host: ${hostname}:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
  ];
  const key = ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13'];
  slowReader.write([...handshake, ...key, '', ''].join('\r\n'));
  await new Promise<void>((resolve) => slowReader.once('data', () => resolve()));
  const dropped = new Promise<void>((resolve) => slowReader.on('close', () => resolve()));
  slowReader.on('error', () => undefined);
  for (let i = 0; i < 60; i++)
    slowReader.write(masked(JSON.stringify({ type: 'subscribe', key: `s${i}`, game: body.game })));
  slowReader.pause();
  const gauge = async () =>
    Number(/^chessmith_subscriptions (\d+)/m.exec((await testServer.call('GET', '/metrics')).body)?.[1]);
  await expect.poll(gauge, { timeout: 60_000 }).toBe(60);
  const text = 'x'.repeat(480);
  for (let lines = 0; lines < 1000 && (await gauge()) > 0; lines++) {
    expect(await anna.post(`/api/games/${body.game}/chat`, { text })).toMatchObject({ status: 201 });
  }
  expect(await gauge()).toBe(0);
  slowReader.resume();
  await dropped;
});

/** A masked text frame. */
function masked(text: string): Buffer {
  const body = Buffer.from(text);
  const head = body.length < 126 ? [0x81, 0x80 | body.length] : [0x81, 0xfe, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from(head), Buffer.from([0, 0, 0, 0]), body]);
}
