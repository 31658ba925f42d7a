import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChromium } from './chromium.js';
import { openPlayer } from './player.js';
import { type Server, startServer } from './server.js';

let browser: Browser;
let server: Server;
beforeAll(async () => {
  server = await startServer();
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.end();
});

test('rules that somebody wrote are chosen on the start page and played by clicks', async () => {
  const anna = await openPlayer(browser);
  await anna.page.goto(server.url);
  await expect
    .poll(async () => (await anna.page.request.get(`${server.url}/api/me`)).status(), { timeout: 90_000 })
    .toBe(200);
  const source = readFileSync(new URL('../examples/camel-chess.json', import.meta.url), 'utf8');
  const made = await anna.page.request.post(`${server.url}/api/rulesets`, { data: { form: 'json', source } });
  expect(made.status()).toBe(201);
  await anna.page.reload();
  await anna.page.locator('optgroup[label="Your own"] option').waitFor({ state: 'attached' });
  await anna.page.getByLabel('Kind of chess').selectOption({ label: 'Camel chess' });
  await anna.sees('a camel leaps three squares');
  await anna.page.getByRole('radio', { name: 'Both, on this screen', exact: true }).check();
  await anna.page.getByRole('button', { name: 'Create the game' }).click();
  await anna.click('b1', 'c4');
  await anna.movesPlayed(1);
  await anna.click('b5', 'c4');
  expect(await anna.movesPlayed(2)).toBe('bxc4');
  expect(anna.complaints).toEqual([]);
});
