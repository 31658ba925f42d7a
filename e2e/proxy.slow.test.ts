import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChromium } from './chromium.js';
import { openPlayer } from './player.js';
import { findProxy, HOST, startProxy } from './proxies.js';
import { type Server, startServer } from './server.js';
import { openVisitor, type Visitor } from './visitor.js';

const PROXIES = (['nginx', 'caddy'] as const).map((name) => ({ name, program: findProxy(name) }));
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 90_000, interval: 20 });

let log: string;
let server: Server;
const ends: (() => unknown)[] = [];
const behind: { [name: string]: { port: number; idle: Awaited<ReturnType<Visitor['socket']>> } } = {};

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-proxy-'));
  ends.unshift(() => rmSync(folder, { recursive: true }));
  log = join(folder, 'log');
  // `loopback` would also trust the headers of the visitors, who use loopback addresses.
  server = await startServer(['--trust-proxy', '127.0.0.1'], log);
  ends.unshift(server.end);
  for (const { name, program } of PROXIES) {
    if (program === undefined) continue;
    const { port, end } = await startProxy(name, program, server.url);
    ends.unshift(end);
    const visitor = openVisitor(HOST, port, '127.0.0.2');
    behind[name] = { port, idle: await visitor.socket('/api/socket', {}, (leave) => ends.unshift(leave)) };
  }
});
afterAll(async () => {
  for (const end of ends) await end();
});

describe.each(PROXIES)('behind $name, set up as docs/deploy.md says', ({ name, program }) => {
  if (program === undefined) {
    test.skip(`SKIPPED: ${name} is not installed, and its Debian package cannot be unpacked`);
    return;
  }
  const visitor = (from: string, host = HOST) => openVisitor(host, behind[name]!.port, from);

  test.each(['', ':8443'])('a game is played by cookie and WebSocket at a host that ends in "%s"', async (ending) => {
    const [anna, bert] = [visitor('127.0.0.2', HOST + ending), visitor('127.0.0.3', HOST + ending)];
    for (const { call } of [anna, bert]) {
      const { status, headers } = await call('POST', '/api/guests', {});
      expect([status, headers['set-cookie']]).toEqual([201, expect.stringContaining('HttpOnly; Secure')]);
    }
    const { body } = await anna.call('POST', '/api/games', { side: 'white' });
    const watching = await bert.socket('/api/socket');
    watching.send({ type: 'subscribe', key: 'board', game: body.game, node: 'BoardChanged' });
    await eventually(() => watching.received.at(-1)).toMatchObject({ type: 'result', key: 'board' });
    expect((await bert.call('POST', `/api/games/${body.game}/join`)).body).toMatchObject({ situation: 'running' });
    expect((await anna.call('POST', `/api/games/${body.game}/move`, { move: 'e2e4' })).status).toBe(200);
    await eventually(() => watching.received.at(-1)).toMatchObject({
      type: 'news',
      news: [{ node: 'BoardChanged', payload: { lastMove: { notation: 'e4' } } }],
    });
    watching.send({ type: 'command', key: 'reply', game: body.game, command: { type: 'PlayMove', move: 'e7e5' } });
    await eventually(() => watching.received).toContainEqual(expect.objectContaining({ type: 'result', key: 'reply' }));
    const pgn = await anna.call('GET', `/api/games/${body.game}/pgn`);
    expect(pgn.text).toContain('1. e4 e5');
  });

  test('pages of other origins cannot act for their visitors', async () => {
    const anna = visitor('127.0.0.2');
    await anna.call('POST', '/api/guests', {});
    for (const origin of ['https://example.net', `https://${HOST}:8443`]) {
      expect((await anna.call('POST', '/api/games', {}, { origin })).status).toBe(403);
      expect((await anna.socket('/api/socket', { origin })).status).toBe(403);
    }
    expect((await anna.socket('/api/socket')).status).toBe(101);
  });

  test('the server sees the address of the visitor, not the forged one', async () => {
    const [one, other] = name === 'nginx' ? ['127.0.0.4', '127.0.0.5'] : ['127.0.0.6', '127.0.0.7'];
    const remaining = async (from: string) => {
      const lie = { 'x-forwarded-for': `10.0.0.${Math.ceil(Math.random() * 250)}`, 'x-real-ip': '10.0.0.1' };
      const { headers } = await visitor(from).call('POST', '/api/guests', {}, lie);
      return Number(headers['x-ratelimit-remaining']);
    };
    const [first, second, another] = [await remaining(one), await remaining(one), await remaining(other)];
    expect(second).toBe(first - 1);
    expect(another).toBe(first);
    const asked = () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).from);
    await eventually(asked).toEqual(expect.arrayContaining([one, other]));
    expect(asked().filter((from) => from?.startsWith('10.'))).toEqual([]);
  });

  test('a ruleset of one megabyte is accepted, and a larger one refused with our code', async () => {
    const anna = visitor('127.0.0.2');
    await anna.call('POST', '/api/guests', {});
    const rules = readFileSync(new URL('../examples/camel-chess.json', import.meta.url), 'utf8');
    // JSON escapes each line break as two characters, so the body is larger than the source.
    const source = rules + '\n'.repeat(2 ** 20 - rules.length);
    expect((await anna.call('POST', '/api/rulesets', { format: 'json', source })).status).toBe(201);
    const larger = { format: 'json', source: '\n'.repeat(1.4 * 2 ** 20) };
    for (const path of ['/api/rulesets', ...Array(9).fill('/api/games')]) {
      const { status, body } = await anna.call('POST', path, larger);
      expect([status, body]).toMatchObject([413, { code: 'request/too-large' }]);
    }
  });

  test('/metrics is closed to visitors from outside', async () => {
    expect((await visitor('127.0.0.2').call('GET', '/metrics')).status).toBe(403);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
  });

  test('the page is loaded and played in two browsers', async () => {
    const browser = await openChromium({ [HOST]: `127.0.0.1:${behind[name]!.port}` });
    const options = { ignoreHTTPSErrors: true };
    const [anna, bert] = [await openPlayer(browser, options), await openPlayer(browser, options)];
    await anna.page.goto(`https://${HOST}/`);
    await anna.page.getByRole('radio', { name: 'White', exact: true }).check();
    await anna.page.getByRole('button', { name: 'Create game' }).click();
    const link = await anna.page.getByLabel('Link to this game').inputValue();
    expect(link.startsWith(`https://${HOST}/`)).toBe(true);
    await bert.page.goto(link);
    await bert.page.getByRole('button', { name: 'Play Black', exact: true }).click();
    await bert.sees('White to move.');
    await anna.click('e2', 'e4');
    expect(await bert.movesPlayed(1)).toBe('e4');
    await bert.click('e7', 'e5');
    expect(await anna.movesPlayed(2)).toBe('e5');
    expect([...anna.browserErrors, ...bert.browserErrors]).toEqual([]);
    await browser.close();
  });

  test('an idle connection gets pings', async () => {
    const { idle } = behind[name]!;
    await eventually(idle.pings).toBeGreaterThan(0);
    expect(idle.isOpen()).toBe(true);
  });
});
