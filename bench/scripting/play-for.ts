import { setTimeout as pause } from 'node:timers/promises';
import type { Table } from './table.js';

/** The latency of each move, and the codes of failed ones. */
export type Counted = {
  readonly waits: readonly number[];
  readonly failures: readonly string[];
  readonly seconds: number;
};

/** All tables play for a while, without a pause or at a pace, spread over the interval. */
export async function playFor(
  tables: readonly Table[],
  seconds: number,
  { perSecond }: { readonly perSecond?: number } = {},
): Promise<Counted> {
  const waits: number[] = [];
  const failures: string[] = [];
  const began = performance.now();
  const isOver = () => performance.now() - began >= seconds * 1000;
  await Promise.all(
    tables.map(async (table, index) => {
      const gapMs = perSecond === undefined ? 0 : 1000 / perSecond;
      for (let dueMs = began + (index / tables.length) * gapMs; !isOver(); dueMs += gapMs) {
        if (gapMs > 0) await pause(Math.max(0, dueMs - performance.now()));
        const played = await table.move();
        if ('waitMs' in played) waits.push(played.waitMs);
        else failures.push(played.failure);
      }
    }),
  );
  return { waits, failures, seconds: (performance.now() - began) / 1000 };
}
