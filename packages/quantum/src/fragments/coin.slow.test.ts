import { randomInt } from 'node:crypto';
import type { Chance } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { FIRST_TARGET } from '../testing/first-target.js';
import { fragmentsReferee } from './referee.js';

const referee = fragmentsReferee();

describe('the coin of a split', () => {
  const { position } = unwrap(referee.start({ position: 'HB1W' }, FIRST_TARGET));
  const isFirst = (chance: Chance): boolean => {
    const { secret } = unwrap(referee.judge(position, 'b1^a3c3', chance)).record;
    return (secret as { coin: number }).coin === 0;
  };

  test('is fair over 100,000 splits with one random source', () => {
    const chance = chanceOf(2024);
    expectFair(() => isFirst(chance));
  });

  test('is fair over 100,000 splits with a new random source each', () => {
    let seed = 0;
    expectFair(() => isFirst(chanceOf(seed++)));
  });

  test('is fair over 100,000 splits with the random source of a server', () => {
    const chance: Chance = { int: (bound) => randomInt(bound), real: () => randomInt(2 ** 32) / 2 ** 32 };
    expectFair(() => isFirst(chance));
  });
});

function expectFair(flip: () => boolean): void {
  let first = 0;
  for (let i = 0; i < 100_000; i++) if (flip()) first += 1;
  expect(first / 100_000).toBeGreaterThan(0.49);
  expect(first / 100_000).toBeLessThan(0.51);
}

function chanceOf(seed: number): Chance {
  const random = seededRandom(seed);
  return { int: (bound) => random.int(bound), real: () => random.next() };
}
