import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { answerErrors } from './errors.js';
import { servePage } from './page.js';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function openPage({
  isBuilt,
  sourceUrl = null,
}: {
  readonly isBuilt: boolean;
  readonly sourceUrl?: string | null;
}) {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-page-'));
  if (isBuilt) {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>Chessmith</title>');
    writeFileSync(join(folder, 'theme.js'), '1');
    writeFileSync(join(folder, 'source.tar.gz'), 'the source');
    writeFileSync(join(folder, 'licenses.md'), '## svelte (MIT)');
    writeFileSync(join(folder, 'assets', 'index-abc.js'), '2');
    writeFileSync(join(folder, 'assets', 'index-abc.js.br'), 'two');
  }
  const app = fastify();
  answerErrors(app);
  await servePage(app, 'Welcome!', { sourceUrl, folder });
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  const get = (url: string, headers: Record<string, string> = BROWSER) => app.inject({ url, headers });
  return { get };
}

test.each(['/', '/g/abc', '/j/K7QM2XPA', '/r/sha256:0', '/rules', '/write'])(
  'a browser gets the page at %s, without foreign scripts',
  async (url) => {
    const { get } = await openPage({ isBuilt: true });
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    expect(answer.headers['cache-control']).toContain('max-age=0');
    expect(answer.body).toContain('<title>Chessmith</title>');
  },
);

test('the page offers its source and the licences of bundled packages', async () => {
  const { get } = await openPage({ isBuilt: true });
  const source = await get('/source');
  expect([source.statusCode, source.body]).toEqual([200, 'the source']);
  expect(source.headers['content-disposition']).toContain('chessmith-page-source.tar.gz');
  const licenses = await get('/licenses');
  expect(licenses.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(licenses.body).toContain('GNU General Public License');
  expect(licenses.body).toContain('svelte (MIT)');
});

test('the source may be at another URL', async () => {
  const sourceUrl = 'https://example.org/source';
  const { get } = await openPage({ isBuilt: true, sourceUrl });
  expect(await get('/source')).toMatchObject({ statusCode: 302, headers: { location: sourceUrl } });
});

test('a client that does not accept HTML gets the greeting at /', async () => {
  const { get } = await openPage({ isBuilt: true });
  for (const accept of ['*/*', 'application/json', 'text/plain']) {
    expect((await get('/', { accept })).body).toBe('Welcome!');
  }
});

test('files with a hash in their name are cached for a year, the others are revalidated', async () => {
  const { get } = await openPage({ isBuilt: true });
  expect((await get('/assets/index-abc.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/theme.js')).headers['cache-control']).toBe('public, max-age=0');
  expect((await get('/assets/../index.html', {})).statusCode).toBe(404);
});

test('a browser that accepts compressed files gets them', async () => {
  const { get } = await openPage({ isBuilt: true });
  const answer = await get('/assets/index-abc.js', { 'accept-encoding': 'gzip, br' });
  expect([answer.headers['content-encoding'], answer.body]).toEqual(['br', 'two']);
  expect(answer.headers['content-type']).toContain('javascript');
  expect((await get('/assets/index-abc.js', {})).body).toBe('2');
  expect((await get('/g/abc', { 'accept-encoding': 'gzip, br', ...BROWSER })).body).toContain('<title>');
});

test('an unknown URL gives the page to browsers and a problem to other clients', async () => {
  const { get } = await openPage({ isBuilt: true });
  const page = await get('/nowhere');
  expect([page.statusCode, page.body]).toEqual([404, '<title>Chessmith</title>']);
  expect((await get('/nowhere', {})).json()).toMatchObject({ code: 'request/no-such-route' });
  expect((await get('/api/nowhere')).json()).toMatchObject({ code: 'request/no-such-route' });
});

test('without a built page browsers get instructions, and the API works', async () => {
  const { get } = await openPage({ isBuilt: false });
  const answer = await get('/g/abc');
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('npm run build');
  expect((await get('/', {})).body).toBe('Welcome!');
});
