import { fdatasyncSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Moves } from './moves.js';
import { quantiles } from './waits.js';

const SECONDS = 15;

/** `store/paced`: how long a commit waits when 500 games bring a move a second, beside the bare disk. */
export async function benchPaced(moves: Moves): Promise<void> {
  await pacedFor(moves, 2);
  console.log(`store/paced waited ${quantiles(await pacedFor(moves, SECONDS))}`);
  for (const [name, sync] of [
    ['fsync', fsyncSync],
    ['fdatasync', fdatasyncSync],
  ] as const) {
    console.log(`store/paced ${name} of 4 KiB more: ${quantiles(await syncs(sync))}`);
  }
}

async function pacedFor(moves: Moves, seconds: number): Promise<number[]> {
  const waits: number[] = [];
  await Promise.all(
    Array.from({ length: moves.games }, async (_, game) => {
      const start = performance.now() + (game / moves.games) * 1000;
      for (let second = 0; second < seconds; second++) {
        await pause(Math.max(0, start + second * 1000 - performance.now()));
        const asked = performance.now();
        await moves.play(game);
        waits.push(performance.now() - asked);
      }
    }),
  );
  return waits;
}

/** What the disk itself takes for a file that grows. */
async function syncs(sync: (file: number) => void): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-bench-'));
  const file = openSync(join(folder, 'file'), 'w');
  const page = Buffer.alloc(4096, 1);
  const waits: number[] = [];
  for (let count = 0; count < 1000; count++) {
    writeSync(file, page);
    const asked = performance.now();
    sync(file);
    waits.push(performance.now() - asked);
    await pause(2);
  }
  rmSync(folder, { recursive: true });
  return waits;
}
