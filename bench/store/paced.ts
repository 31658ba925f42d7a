import { fdatasyncSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { formatLatency } from './latency.js';
import type { Moves } from './moves.js';

const SECONDS = 15;

/** `store/paced`: the latency of a commit when 500 games play a move a second, compared with the bare disk. */
export async function benchPaced(moves: Moves): Promise<void> {
  await pacedFor(moves, 2);
  console.log(`store/paced latency ${formatLatency(await pacedFor(moves, SECONDS))}`);
  for (const [name, sync] of [
    ['fsync', fsyncSync],
    ['fdatasync', fdatasyncSync],
  ] as const) {
    console.log(`store/paced ${name} after 4 KiB: ${formatLatency(await syncs(sync))}`);
  }
}

async function pacedFor(moves: Moves, seconds: number): Promise<number[]> {
  const latencies: number[] = [];
  await Promise.all(
    Array.from({ length: moves.games }, async (_, game) => {
      const start = performance.now() + (game / moves.games) * 1000;
      for (let second = 0; second < seconds; second++) {
        await pause(Math.max(0, start + second * 1000 - performance.now()));
        const startedMs = performance.now();
        await moves.play(game);
        latencies.push(performance.now() - startedMs);
      }
    }),
  );
  return latencies;
}

/** The latency of the disk itself for a growing file. */
async function syncs(sync: (file: number) => void): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-bench-'));
  const file = openSync(join(folder, 'file'), 'w');
  const page = Buffer.alloc(4096, 1);
  const latencies: number[] = [];
  for (let count = 0; count < 1000; count++) {
    writeSync(file, page);
    const startedMs = performance.now();
    sync(file);
    latencies.push(performance.now() - startedMs);
    await pause(2);
  }
  rmSync(folder, { recursive: true });
  return latencies;
}
