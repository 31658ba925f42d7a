import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { knock, openPort } from '../testing/quantum-client.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MATCHES = 1000;
/** By then everything that keeps the last so many of something is full. */
const FIRST = 400;
const AT_ONCE = 20;
/** Of the rest together: half of what 600 matches of some 20 kB would take if each stayed. Up to 4 MB were seen; why is not known yet. */
const MOST_GROWTH = 6_000_000;
/** News of comings and goings is held back for a second; closing sockets and caches come to rest meanwhile. */
const REST_MS = 2500;

test('1,000 matches opened, played in and left leave no timer, no socket and no growing heap', async () => {
  const data = mkdtempSync(join(tmpdir(), 'chessmith-leaks-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const address = await openPort({ data });
  await openAndLeave(address, FIRST);
  const before = await atRest();
  await openAndLeave(address, MATCHES - FIRST);
  const after = await atRest();
  expect(await (await knock(address)).hear()).toEqual({ kind: 'matches', matches: [] });
  // One timer more or less: it waits for the nearest deadline of any game, and there may be none.
  const timers = Math.abs(after.resources.Timeout! - before.resources.Timeout!);
  expect({ ...after.resources, Timeout: timers > 1 }).toEqual({ ...before.resources, Timeout: false });
  expect(after.heapBytes - before.heapBytes).toBeLessThan(MOST_GROWTH);
});

async function openAndLeave(address: string | null, matches: number): Promise<void> {
  let opened = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (opened++ < matches) await openOne(address);
    }),
  );
}

/** A new match, a split, a word and half a message, all at once; and somebody who is cut off while choosing. */
const VISIT = Buffer.from('00000003616e61007301000002020263000268696d04', 'hex');

async function openOne(address: string | null): Promise<void> {
  const [visitor, other] = [await knock(address, () => undefined), await knock(address, () => undefined)];
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
  for (const resource of process.getActiveResourcesInfo()) counts[resource] = (counts[resource] ?? 0) + 1;
  return { resources: counts, heapBytes: process.memoryUsage().heapUsed };
}
