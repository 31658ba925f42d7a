import type { Moves } from './moves.js';
import { quantiles } from './waits.js';

const SECONDS = 4;

/** `store/append`: durable commits per second and what they cost the whole process, by how many wait at once. */
export async function benchAppend(moves: Moves): Promise<void> {
  for (const callers of [1, 10, 100, 500]) {
    const start = performance.now();
    const end = start + SECONDS * 1000;
    const cpu = process.cpuUsage();
    const waits: number[] = [];
    await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        for (let game = caller; performance.now() < end; game = (game + callers) % moves.games) {
          const asked = performance.now();
          await moves.play(game);
          waits.push(performance.now() - asked);
        }
      }),
    );
    const { user, system } = process.cpuUsage(cpu);
    const rate = Math.round((waits.length * 1000) / (performance.now() - start));
    console.log(
      `store/append ${callers} at once: ${rate} commits/s, ${((user + system) / waits.length).toFixed(1)} µs of ` +
        `processor time per commit, waited ${quantiles(waits)}`,
    );
  }
}
