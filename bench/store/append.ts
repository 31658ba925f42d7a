import { formatLatency } from './latency.js';
import type { Moves } from './moves.js';

const SECONDS = 4;

/**
 * `store/append`: durable commits per second and their CPU time in the whole process, by the number of concurrent
 * callers.
 */
export async function benchAppend(moves: Moves): Promise<void> {
  for (const callers of [1, 10, 100, 500]) {
    const start = performance.now();
    const end = start + SECONDS * 1000;
    const cpu = process.cpuUsage();
    const latencies: number[] = [];
    await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        for (let game = caller; performance.now() < end; game = (game + callers) % moves.games) {
          const startedMs = performance.now();
          await moves.play(game);
          latencies.push(performance.now() - startedMs);
        }
      }),
    );
    const { user, system } = process.cpuUsage(cpu);
    const rate = Math.round((latencies.length * 1000) / (performance.now() - start));
    console.log(
      `store/append ${callers} at once: ${rate} commits/s, ${((user + system) / latencies.length).toFixed(1)} µs of ` +
        `CPU time per commit, latency ${formatLatency(latencies)}`,
    );
  }
}
