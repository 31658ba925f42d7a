import { describe, expect, test } from 'vitest';
import { LEAKS, refereesWithLeak } from './testing/leaks.js';
import { Leak, playTwinServers } from './testing/twins.js';

describe('the secret of quantum-fragments', () => {
  test('is in no byte sent to clients until a measurement has different results', async () => {
    const seen = await playTwinServers(1, { games: 3, plies: 16 });
    expect(seen.plies).toBeGreaterThan(15);
    expect(seen.refused).toBeGreaterThan(1);
    expect(seen.measured).toBeGreaterThan(0);
    expect(seen.parted).toBeGreaterThan(0);
    expect(seen.forks).toBeGreaterThan(0);
    expect(seen.frames).toBeGreaterThan(100);
  });

  test.each(Object.entries(LEAKS))('would be noticed if it leaked %s', async (_, leak) => {
    await expect(playTwinServers(2, { games: 3, plies: 16 }, () => refereesWithLeak(leak))).rejects.toThrow(Leak);
  });
});
