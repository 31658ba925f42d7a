import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { PEERS, walkBesideChessops } from '../testing/beside-chessops.js';

test.each(Object.keys(PEERS))('600 random plies of %s agree with chessops', (name) => {
  expect(walkBesideChessops(name, seededRandom(7), 600).plies).toBeGreaterThanOrEqual(600);
});
