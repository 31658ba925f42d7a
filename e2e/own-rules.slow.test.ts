import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChromium } from './chromium.js';
import { openPlayer, type Player } from './player.js';
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

/** Opens the page and waits until the server knows who this is. */
async function greeted({ page }: Player): Promise<void> {
  await page.goto(server.url);
  await expect
    .poll(async () => (await page.request.get(`${server.url}/api/me`)).status(), { timeout: 90_000 })
    .toBe(200);
}

test('rules that somebody wrote are chosen on the start page and played by clicks', async () => {
  const anna = await openPlayer(browser);
  await greeted(anna);
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

const WALK = `
  const moves = (pieces, turn) => pieces.filter(({ color }) => color === turn).flatMap(({ x, y }) => {
    const step = turn === 'white' ? 1 : -1;
    return [0, 1].map((then_x) => ({ from_x: x, from_y: y, to_x: x, to_y: y + step, then_x, then_y: y + 2 * step }));
  });
  function startingState() {
    const pieces = [{ color: 'white', name: 'rook', x: 0, y: 0 }, { color: 'black', name: 'rook', x: 3, y: 15 }];
    const state = { pieces, possible_moves: moves(pieces, 'white'), additional_data: 0, status: 'running' };
    return { version: 2, name: 'Walk', board: { files: 4, ranks: 16 }, ply_cap: 4, ...state };
  }
  function makeMove(pieces, move, turn) {
    const after = pieces.map((one) => (one.color === turn ? one : { ...one, x: move.then_x, y: move.then_y }));
    return { pieces: after, possible_moves: moves(after, turn), additional_data: 0, status: 'running' };
  }`;

test('a move with two targets is written, or played by three clicks', async () => {
  const anna = await openPlayer(browser);
  await greeted(anna);
  const made = await anna.page.request.post(`${server.url}/api/rulesets`, {
    data: { form: 'javascript', source: WALK },
  });
  const ruleset = (await made.json()).ruleset.id;
  const wish = { ruleset, side: 'both', hotSeat: true };
  const { game } = await (await anna.page.request.post(`${server.url}/api/games`, { data: wish })).json();
  await anna.page.goto(`${server.url}/g/${game}`);
  await anna.mayMove();
  await anna.write('a1a2,a2b3');
  expect(await anna.movesPlayed(1)).toBe('a1a2,a2b3');
  await anna.click('d16', 'd15', 'a9');
  await anna.click('d16', 'd15', 'a14');
  expect(await anna.movesPlayed(2)).toBe('d16d15,d15a14');
  expect(anna.complaints).toEqual([]);
});
