import { withTempFolder } from '@chessmith/store/testing';
import { beforeAll, expect, test } from 'vitest';
import { playWhileKilling } from '../testing/durability/kill-test.js';
import { build, CHESSMITH_SERVE } from '../testing/durability/server-process.js';

const KILLS = 50;
const PAIRINGS = 16;

beforeAll(build);

test(`kill -9 during ${PAIRINGS} games, ${KILLS} times: nothing is lost, duplicated or charged wrongly`, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  await withTempFolder(async (folder) => {
    const outcome = await playWhileKilling({ launch: CHESSMITH_SERVE, folder, seed, kills: KILLS, pairings: PAIRINGS });
    console.info({ seed, ...outcome });
    expect(outcome.violations).toEqual([]);
  });
});
