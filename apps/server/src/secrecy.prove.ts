import { expect, test } from 'vitest';
import { playTwinServers } from './testing/twins.js';

test('which fragment is real shows in no byte that any client gets', async () => {
  const seen = await playTwinServers(7, { games: 60, plies: 40 });
  expect(seen.parted).toBeGreaterThan(20);
  console.log(JSON.stringify(seen));
});
