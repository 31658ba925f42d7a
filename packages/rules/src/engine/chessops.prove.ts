import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { chess960Fen } from '../chess960.js';
import { compareGame, compareWithChessops, PEERS, type Walk } from '../testing/compare-with-chessops.js';

test.each(Object.keys(PEERS))('20,000 random plies of %s agree with chessops', (name) => {
  const walk = compareWithChessops(name, seededRandom(1), 20_000);
  console.info(name, walk);
  expect(walk.plies).toBeGreaterThanOrEqual(20_000);
});

test('all 960 starts agree with chessops', () => {
  const walk: Walk = { plies: 0, games: 0, ends: {} };
  const random = seededRandom(2);
  for (let number = 0; number < 960; number++) {
    compareGame('chess960', chess960Fen(number), random, 40, walk);
  }
  console.info(walk);
  expect(walk.games).toBe(960);
});
