import type { Moves } from './moves.js';
import { mainThread, ranUs } from './threads.js';

const SECONDS = 6;
const WARM_UP_SECONDS = 3;

/** `store/writer`: the CPU time of a commit in the calling thread and in the writing threads, at 50 and 100 at once. */
export async function benchWriter(moves: Moves, storeThreads: readonly string[]): Promise<void> {
  for (const players of [50, 100]) {
    await playFor(moves, players, WARM_UP_SECONDS);
    const before = [ranUs([mainThread]), ranUs(storeThreads)] as const;
    const commits = await playFor(moves, players, SECONDS);
    const [main, writer] = [ranUs([mainThread]) - before[0], ranUs(storeThreads) - before[1]];
    console.log(
      `store/writer ${players} at once: ${(writer / commits).toFixed(1)} µs per commit in the writing threads, ` +
        `${(main / commits).toFixed(1)} µs in the calling thread`,
    );
  }
}

/** Each player plays in games of its own, a hundred games in total, as fast as it can. */
async function playFor(moves: Moves, players: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let commits = 0;
  await Promise.all(
    Array.from({ length: players }, async (_, player) => {
      for (let game = player; performance.now() < end; game = (game + players) % 100) {
        await moves.play(game);
        commits += 1;
      }
    }),
  );
  return commits;
}
