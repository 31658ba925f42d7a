import { fileURLToPath } from 'node:url';
import { seededRandom } from '@chessmith/std';
import { expect, test } from 'vitest';
import { playTwinsByWire } from '../testing/quantum-twins.js';

const BOARD = fileURLToPath(new URL('../../../../testdata/quantum-twins-board.txt', import.meta.url));

test('200 pairs of games with other coins sound alike at the port until a measurement comes out differently', async () => {
  const seen = await playTwinsByWire(seededRandom(1), 200, BOARD);
  console.info(seen);
  expect(seen.parted).toBeGreaterThan(50);
});
