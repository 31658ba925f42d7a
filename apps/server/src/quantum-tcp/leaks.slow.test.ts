import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { connectQuantum, startQuantumServer } from '../testing/quantum-client.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** After this many matches all bounded caches are full. */
const WARM_UP = 400;
/** The idle heap varies by 2.5 MB, so it is measured three times in each half of the remaining matches. */
const SAMPLES = 3;
const MATCHES_PER_SAMPLE = 100;
/**
 * Bytes per match. Measured over 4,000 matches: 0.25 kB, for a person's presence (ten minutes) and token bucket (five
 * minutes), which are then dropped. A leaked game mirror alone would take 37 kB.
 */
const MOST_GROWTH = 10_000;
const AT_ONCE = 20;
/** Presence news is throttled to one per second; closing sockets and caches settle meanwhile. */
const REST_MS = 2500;

test('1,000 matches leave no timer, no socket and no growing heap', async () => {
  const data = mkdtempSync(join(tmpdir(), 'chessmith-leaks-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const address = await startQuantumServer({ data });
  await openAndLeave(address, WARM_UP);
  const before = await half(address);
  const after = await half(address);
  expect(await (await connectQuantum(address)).receive()).toEqual({ kind: 'matches', matches: [] });
  expect(after.resources).toEqual(before.resources);
  expect((after.heapBytes - before.heapBytes) / (SAMPLES * MATCHES_PER_SAMPLE)).toBeLessThan(MOST_GROWTH);
});

/** Plays half of the measured matches; returns the open handles afterwards, and the smallest heap. */
async function half(address: string | null) {
  let heapBytes = Number.POSITIVE_INFINITY;
  let resources = {};
  for (let sample = 0; sample < SAMPLES; sample++) {
    await openAndLeave(address, MATCHES_PER_SAMPLE);
    const rest = await atRest();
    heapBytes = Math.min(heapBytes, rest.heapBytes);
    resources = rest.resources;
  }
  return { heapBytes, resources };
}

async function openAndLeave(address: string | null, matches: number): Promise<void> {
  let opened = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (opened++ < matches) await openOne(address);
    }),
  );
}

/** A new match with a split, a chat line and an incomplete message at once, and a client that disconnects while choosing. */
const VISIT = Buffer.from('00000003616e61007301000002020263000268696d04', 'hex');

async function openOne(address: string | null): Promise<void> {
  const [visitor, other] = [
    await connectQuantum(address, () => undefined),
    await connectQuantum(address, () => undefined),
  ];
  visitor.socket.removeAllListeners('data');
  visitor.socket.resume();
  visitor.socket.end(VISIT);
  other.socket.resetAndDestroy();
  await once(visitor.socket, 'close');
}

async function atRest() {
  await pause(REST_MS);
  collect();
  await pause(100);
  collect();
  const counts: { [resource: string]: number } = {};
  for (const resource of process.getActiveResourcesInfo()) {
    // Work of the next turn of the event loop does not count.
    if (resource !== 'Immediate') counts[resource] = (counts[resource] ?? 0) + 1;
  }
  return { resources: counts, heapBytes: process.memoryUsage().heapUsed };
}
