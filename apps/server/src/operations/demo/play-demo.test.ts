import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrap } from '@chessmith/std';
import { openMemoryStore } from '@chessmith/store';
import { expect, onTestFinished, test } from 'vitest';
import { PLANS } from './plans.js';
import { fillStore, playDemo } from './play-demo.js';

test.each([1, 208, 235])('demo %i plays all its games', async (seed) => {
  const plans = PLANS.filter(({ finish }) => finish === 'flag' || finish === 'waiting');
  const store = openMemoryStore();
  const played = await fillStore(store, { games: 12, seed, plans });
  expect(played).toEqual({ finished: 6, unfinished: 6 });
  await store.close();
});

test('Chess960 games start from random positions', async () => {
  const plans = PLANS.filter(({ options }) => options.ruleset === 'chess960');
  const store = openMemoryStore();
  await fillStore(store, { games: 4, seed: 1, plans });
  const { games } = await store.directory.everyGame({ limit: 10 });
  const facts = await Promise.all(games.map(async ({ game }) => unwrap(await store.games.factsOf(game))));
  const numbers = new Set(facts.map((all) => /"number":\d+/.exec(JSON.stringify(all))?.[0]));
  expect(numbers).not.toContain(undefined);
  expect(numbers.size).toBeGreaterThan(1);
  await store.close();
});

test('a demo that fails removes its database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const impossible = [{ options: { ruleset: 'no-such-rules' }, finish: 'rules' as const }];
  await expect(playDemo(folder, { games: 1, seed: 1, plans: impossible })).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['chessmith.lock']);
  expect((await playDemo(folder, { games: 1, seed: 1 })).ok).toBe(true);
  expect(existsSync(join(folder, 'chessmith.sqlite'))).toBe(true);
});
