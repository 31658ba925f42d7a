import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { quantumReferee } from '@chessmith/quantum';
import type { Chance, GameRecord, Referee } from '@chessmith/rules';
import { type RefereeSample, testReferee } from '@chessmith/rules/testing';
import { seededRandom, unwrap } from '@chessmith/std';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleWorker } from '../../testing/bundle-worker.js';
import { QUEENS, splits } from '../../testing/large-state.js';
import { openThreadedReferee, type ThreadedOptions, type ThreadedReferee } from './referee.js';

let worker: Awaited<ReturnType<typeof bundleWorker>>;
const opened: ThreadedReferee[] = [];
beforeAll(async () => {
  worker = await bundleWorker('quantum');
});
afterAll(async () => {
  for (const referee of opened) await referee.close();
  worker.remove();
});

function open(options: ThreadedOptions = {}): ThreadedReferee {
  const referee = openThreadedReferee({ script: worker.script, most: 1, ...options });
  opened.push(referee);
  return referee;
}

function lots(seed = 1): Chance {
  const random = seededRandom(seed);
  return { int: random.int, real: random.next };
}

/** Starts and plays a game; returns its records and the position. */
async function play<P>(referee: Referee<P>, moves: readonly string[], chance = lots()) {
  const start = unwrap(await referee.start({ position: QUEENS }, chance));
  const records: GameRecord[] = [];
  let { position } = start;
  for (const move of moves) {
    const ruling = unwrap(await referee.judge(position, move, chance));
    records.push(ruling.record);
    position = ruling.after;
  }
  return { start: start.record, records, position };
}

const SAMPLES: readonly RefereeSample[] = [
  { name: 'an ordinary game', setup: {}, moves: ['b1^a3c3', 'e7e5', 'a3c3^b5', 'e5e4'] },
  { name: 'a state that takes long', setup: { position: QUEENS }, moves: [...splits(10), 'd1e1'] },
];
testReferee('quantum chess in threads', () => open(), SAMPLES);
testReferee('quantum chess that keeps no large state', () => open({ mostBytes: 0 }), SAMPLES.slice(1));

describe('a game whose state has 2^14 boards', () => {
  const MEASURED = ['c2xf2', 'f3xc3', 'c4xf4', 'f5xc5'];

  test('is judged, shown and inspected like in one thread', async () => {
    const [there, here] = [open(), quantumReferee()];
    const moves = [...splits(14), 'd1e1', 'e8d8', ...MEASURED];
    const far = await play(there, moves);
    const near = far.records.reduce((before, record) => here.replay(before, record), here.resume(far.start));
    expect(there.view(far.position, { kind: 'all' })).toEqual(here.view(near, { kind: 'all' }));
    expect(there.snapshot(far.position)).toEqual(here.snapshot(near));
    const large = [await play(there, splits(14)), await play(here, splits(14))] as const;
    expect(here.view(large[1].position, { kind: 'all' }).extra?.boards).toBe(2 ** 14);
    for (const inspection of [
      { about: 'boards', most: 4 },
      { about: 'impact', square: 'a1' },
      { about: 'entangled', square: 'a1' },
      { about: 'joint', square: 'a1', other: 'f1' },
    ] as const) {
      const answer = await there.inspection!.inspect(large[0].position, inspection);
      expect(answer).toEqual(here.inspection.inspect(large[1].position, inspection));
    }
    expect(there.workers.size()).toBe(1);
  });

  test('is resumed from its records by `prepare`', async () => {
    const referee = open();
    const { start, records, position } = await play(referee, [...splits(14), ...MEASURED.slice(0, 1)]);
    const again = records.reduce((before, record) => referee.replay(before, record), referee.resume(start));
    await Promise.all([referee.cost!.prepare!(again), referee.cost!.prepare!(again)]);
    expect(referee.view(again, { kind: 'all' })).toEqual(referee.view(position, { kind: 'all' }));
    expect(referee.snapshot(again)).toEqual(referee.snapshot(position));
    const next = await Promise.all([position, again].map((one) => referee.judge(one, 'f3xc3', lots(5))));
    expect(unwrap(next[1]!).record).toEqual(unwrap(next[0]!).record);
  });

  test('does not block the event loop while it is resumed, unlike one thread', async () => {
    const walk = Array.from({ length: 10 }, () => ['d1e1', 'e8d8', 'e1d1', 'd8e8']).flat();
    const loading = async <P>(referee: Referee<P>): Promise<number> => {
      const { start, records } = await play(referee, [...splits(14), ...walk]);
      return longestBlock(async () => {
        const again = records.reduce((before, record) => referee.replay(before, record), referee.resume(start));
        await referee.cost?.prepare?.(again);
        referee.view(again, { kind: 'all' });
      });
    };
    expect(
      await leastShare(
        () => loading(open()),
        () => loading(quantumReferee()),
      ),
    ).toBeLessThan(0.5);
  });
});

test('moves on the largest allowed states do not block the event loop, unlike one thread', async () => {
  const judging = async <P>(referee: Referee<P>): Promise<number> => {
    const { position } = await play(referee, splits(16));
    return longestBlock(async (turn) => {
      const { after } = unwrap(await referee.judge(position, `c${turn + 2}xf${turn + 2}`, lots(turn)));
      referee.view(after, { kind: 'all' });
    });
  };
  const cap = 2 ** 17;
  expect(
    await leastShare(
      () => judging(open({ cap })),
      () => judging(quantumReferee({ cap })),
    ),
  ).toBeLessThan(0.5);
});

/** The smallest of several ratios: a busy machine delays either side now and then, but not always the same. */
async function leastShare(ours: () => Promise<number>, theirs: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 8 && least >= 0.5; tries++) least = Math.min(least, (await ours()) / (await theirs()));
  return least;
}

/** The longest block of the event loop; the smallest of several measurements, since a busy machine only adds to it. */
async function longestBlock(what: (turn: number) => Promise<void>): Promise<number> {
  const longest: number[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await breath();
    await what(turn);
    await breath();
    delay.disable();
    longest.push(delay.max);
  }
  return Math.min(...longest);
}

const breath = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a worker that ends during a task', () => {
  /** A worker that ends at its first task while the file `mark` does not exist, and creates it on request. */
  function frail(name: string, marks: boolean): { script: URL; heal(): void } {
    const mark = new URL(`./${name}.mark`, worker.script);
    const script = new URL(`./${name}.mjs`, worker.script);
    writeFileSync(
      fileURLToPath(script),
      `import { existsSync, writeFileSync } from 'node:fs';
       import { parentPort } from 'node:worker_threads';
       const mark = ${JSON.stringify(fileURLToPath(mark))};
       if (existsSync(mark)) await import('./worker.mjs');
       else parentPort.once('message', () => { ${marks ? "writeFileSync(mark, '');" : ''} process.exit(7); });`,
    );
    return { script, heal: () => writeFileSync(fileURLToPath(mark), '') };
  }

  test('is replaced, and the task succeeds', async () => {
    const referee = open({ script: frail('once', true).script });
    const { records } = await play(referee, [...splits(12), 'd1e1', 'e8d8']);
    expect(records).toEqual((await play(quantumReferee(), [...splits(12), 'd1e1', 'e8d8'])).records);
  });

  test('repeatedly refuses the move, which can be tried again', async () => {
    const { script, heal } = frail('always', false);
    const referee = open({ script });
    // The last split judged in the event loop leads to a state that is too large for it.
    const { position } = await play(referee, splits(9));
    const refused = await referee.judge(position, 'e8d8', lots());
    expect(refused).toMatchObject({ ok: false, error: { code: 'quantum/unavailable' } });
    expect(await referee.inspection!.inspect(position, { about: 'boards' })).toMatchObject({ ok: false });
    heal();
    expect(await referee.judge(position, 'e8d8', lots())).toMatchObject({ ok: true });
  });
});

test('large states are cached up to a limit, and others are computed again', async () => {
  const mostBytes = 3 * 2 ** 12 * 28;
  const referee = open({ mostBytes });
  const { start, records } = await play(referee, [...splits(12), 'd1e1', 'e8d8', 'e1d1', 'd8e8']);
  const line = [referee.resume(start)];
  for (const record of records) line.push(referee.replay(line.at(-1)!, record));
  for (const position of line) await referee.cost!.prepare!(position);
  const held = line.filter(({ position }) => position !== null && position.board.wave.size >= 512);
  expect(held.length).toBeLessThanOrEqual(3);
  // The position in the middle was dropped; the move is still judged.
  expect(line[12]!.position).toBeNull();
  expect(await referee.judge(line[12]!, 'd1e1', lots())).toMatchObject({ ok: true });
});

test('past positions are garbage collected when they are not referenced', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const referee = open();
  const past: WeakRef<object>[] = [];
  let position = unwrap(await referee.start({}, lots())).position;
  for (const move of ['b1^a3c3', 'e7e5', 'a3b5', 'e5e4', 'd2d4', 'g8f6']) {
    past.push(new WeakRef(position));
    position = unwrap(await referee.judge(position, move, lots())).after;
    referee.view(position, { kind: 'all' });
  }
  await breath();
  collect();
  expect(past.slice(0, -1).filter((one) => one.deref() !== undefined)).toEqual([]);
  // The position can still be computed from its origin.
  const { notation } = referee.view(position, { kind: 'all' });
  position.position = position.view = null;
  await referee.cost!.prepare!(position);
  expect(referee.view(position, { kind: 'all' }).notation).toBe(notation);
});
