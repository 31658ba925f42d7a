import { describe, expect, test } from 'vitest';
import { LEAKS, refereesWithLeak } from './testing/leaks.js';
import { Leak, playTwinServers } from './testing/twins.js';

describe('which fragment is real', () => {
  test('shows in no byte that any client gets, until a measurement comes out differently', async () => {
    const seen = await playTwinServers(1, { games: 3, plies: 16 });
    expect(seen.plies).toBeGreaterThan(15);
    expect(seen.refused).toBeGreaterThan(1);
    expect(seen.measured).toBeGreaterThan(0);
    expect(seen.parted).toBeGreaterThan(0);
    expect(seen.forks).toBeGreaterThan(0);
    expect(seen.frames).toBeGreaterThan(100);
  });

  test.each(Object.entries(LEAKS))('would be noticed if it were told %s', async (_, leak) => {
    await expect(playTwinServers(2, { games: 3, plies: 16 }, () => refereesWithLeak(leak))).rejects.toThrow(Leak);
  });
});
