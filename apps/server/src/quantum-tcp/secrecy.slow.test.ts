import { fileURLToPath } from 'node:url';
import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { playTwinMatches } from '../testing/quantum-tcp-twins.js';

const BOARD = fileURLToPath(new URL('../../../../testdata/quantum-twins-board.txt', import.meta.url));

test('games with different coins send the same bytes until a measurement has different results', async () => {
  const seen = await playTwinMatches(seededRandom(7), 10, BOARD);
  expect(seen.plies).toBeGreaterThan(50);
  expect(seen.refused).toBeGreaterThan(20);
  expect(seen.measured).toBeGreaterThan(2);
  expect(seen.parted).toBeGreaterThan(2);
  expect(seen.otherCoins).toBeGreaterThan(2);
});
