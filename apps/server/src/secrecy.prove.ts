import { expect, test } from 'vitest';
import { playTwinServers } from './testing/twins.js';

test('no byte sent to any client reveals which fragment is real', async () => {
  const seen = await playTwinServers(7, { games: 60, plies: 40 });
  expect(seen.parted).toBeGreaterThan(20);
  console.log(JSON.stringify(seen));
});
