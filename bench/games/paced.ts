import { setTimeout as pause } from 'node:timers/promises';
import type { Match } from './match.js';

/**
 * Plays a move per second in each match, spread over the second; returns the time until both players received each
 * move.
 */
export async function pacedFor(matches: readonly Match[], seconds: number): Promise<number[]> {
  const waits = await Promise.all(
    matches.map(async (match, index) => {
      const mine: number[] = [];
      const start = performance.now() + (index / matches.length) * 1000;
      for (let second = 0; second < seconds; second++) {
        await pause(Math.max(0, start + second * 1000 - performance.now()));
        const sent = performance.now();
        await match.move();
        mine.push(performance.now() - sent);
      }
      return mine;
    }),
  );
  return waits.flat();
}
