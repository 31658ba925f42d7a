import { formatRuleset, type Referee, rulesetNamed } from '@chessmith/rules';
import type { StoredRuleset } from '@chessmith/service';
import { err } from '@chessmith/std';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWorker } from '../../testing/bundle-worker.js';
import { exampleSource } from '../../testing/uploaded-rulesets.js';
import { type JsonRulesets, jsonReferee, openJsonRulesets } from './json-rulesets.js';

let worker: Awaited<ReturnType<typeof bundleWorker>>;
let rulesets: JsonRulesets;
beforeAll(async () => {
  worker = await bundleWorker('rulesets');
  rulesets = openJsonRulesets({ script: worker.script });
});
afterAll(async () => {
  await rulesets.close();
  worker.remove();
});

const OWNER = { author: 'anna', address: '10.0.0.1' };
const CHANCE = { int: () => 0, real: () => 0 };
const noTheories = () => Promise.reject(new Error('there are no theories'));
const sourceOf = (name: string) => JSON.stringify(formatRuleset(rulesetNamed(name)!));
const stored = (source: string) =>
  ({ id: 'sha256:1', source, card: { about: {}, made: null } }) as unknown as StoredRuleset;

test.each(['standard', 'crazyhouse', 'atomic'])(
  'a referee of %s from the worker plays as one compiled here',
  async (name) => {
    const ruleset = stored(sourceOf(name));
    const [theirs, ours] = [await rulesets.load(ruleset, OWNER), jsonReferee(ruleset)];
    expect(theirs.about).toEqual(ours.about);
    expect(theirs.cost?.bytes).toBe(ours.cost?.bytes);
    expect(await firstMoves(theirs)).toEqual(await firstMoves(ours));
  },
);

/** The views after each of some moves. */
async function firstMoves(referee: Referee): Promise<readonly unknown[]> {
  const start = await referee.start({}, CHANCE);
  if (!start.ok) throw new Error(start.error.message);
  let { position } = start.value;
  const views: unknown[] = [];
  for (const move of ['e2e4', 'd7d5', 'e4d5', 'd8d5', 'b1c3']) {
    const ruling = await referee.judge(position, move, CHANCE);
    views.push(ruling.ok ? [ruling.value.record, ruling.value.notation] : ruling);
    if (ruling.ok) position = ruling.value.after;
    views.push(referee.view(position, { kind: 'all' }));
  }
  return views;
}

test('the worker reports errors with their place', async () => {
  expect(await rulesets.examine('{', OWNER, noTheories)).toMatchObject({ error: { code: 'ruleset/not-json' } });
  const slip = sourceOf('standard').replace('"letter":"n"', '\n"letter":"N"');
  expect(await rulesets.examine(slip, OWNER, noTheories)).toMatchObject({ ok: false, error: { facts: { line: 2 } } });
});

test('theories are evaluated between two checks', async () => {
  const source = exampleSource('chess-by-theories.json');
  const asked: string[] = [];
  const refused = await rulesets.examine(source, OWNER, async ({ theories }) => {
    asked.push(...Object.keys(theories));
    return err([{ code: 'script/timeout', message: 'Too slow.' }]);
  });
  expect(asked.length).toBeGreaterThan(0);
  expect(refused).toMatchObject({ ok: false, error: { code: 'script/timeout' } });
});

test('a closed queue refuses checks and referees', async () => {
  const closed = openJsonRulesets({ script: worker.script });
  await closed.close();
  expect(await closed.examine('{}', OWNER, noTheories)).toMatchObject({ error: { code: 'server/stopping' } });
  await expect(closed.load(stored(sourceOf('standard')), OWNER)).rejects.toThrow('shutting down');
});
