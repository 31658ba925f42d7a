import { fileURLToPath } from 'node:url';
import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { playTwinMatches } from '../testing/quantum-tcp-twins.js';

const BOARD = fileURLToPath(new URL('../../../../testdata/quantum-twins-board.txt', import.meta.url));

test('200 pairs of games with other coins sound alike at the port until a measurement comes out differently', async () => {
  const seen = await playTwinMatches(seededRandom(1), 200, BOARD);
  console.info(seen);
  expect(seen.parted).toBeGreaterThan(50);
});
