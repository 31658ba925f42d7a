import { fileURLToPath } from 'node:url';
import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { playTwinMatches } from '../testing/quantum-tcp-twins.js';

const BOARD = fileURLToPath(new URL('../../../../testdata/quantum-twins-board.txt', import.meta.url));

test('200 pairs of games with different coins send the same bytes until a measurement has different results', async () => {
  const seen = await playTwinMatches(seededRandom(1), 200, BOARD);
  console.info(seen);
  expect(seen.parted).toBeGreaterThan(50);
});
