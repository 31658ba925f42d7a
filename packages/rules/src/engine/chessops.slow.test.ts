import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { compareWithChessops, PEERS } from '../testing/compare-with-chessops.js';

test.each(Object.keys(PEERS))('600 random plies of %s agree with chessops', (name) => {
  expect(compareWithChessops(name, seededRandom(7), 600).plies).toBeGreaterThanOrEqual(600);
});
