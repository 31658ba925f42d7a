import { type Chance, type Referee, spellChoices } from '@chessmith/rules';
import { testReferee } from '@chessmith/rules/testing';
import { seededRandom, unwrap } from '@chessmith/std';
import { beforeAll, describe, expect, test } from 'vitest';
import { START_ARGUMENTS } from '../contract/arguments.js';
import { readStart } from '../contract/read-answer.js';
import type { Sandbox } from '../sandbox/port.js';
import { openInProcess } from '../testing/in-process.js';
import { testSource } from '../testing/sources.js';
import type { ScriptPosition } from './position.js';
import { type Script, scriptReferee } from './script-referee.js';

const sandbox: Sandbox = await openInProcess();
const ERRAND = { lane: 'test', kind: 'play' } as const;

async function script(name: string, source: string): Promise<Script> {
  const program = await sandbox.prepare('javascript', source, ERRAND);
  if (!program.ok) throw new Error(JSON.stringify(program));
  const told = await sandbox.call(program.value, { name: 'startingState', args: START_ARGUMENTS, seed: 0 }, ERRAND);
  if (!told.ok) throw new Error(JSON.stringify(told));
  return { name, language: 'javascript', source, card: unwrap(readStart(told.value)).card };
}

const breakthrough = await script('breakthrough', testSource('breakthrough.js'));
const wonders = await script('wonders', testSource('wonders.ts'));

testReferee('the referee of breakthrough', () => scriptReferee(sandbox, breakthrough), [
  {
    name: 'a game to the last rank',
    setup: {},
    moves: 'a2a3 h7h6 a3a4 h6h5 a4a5 h5h4 a5a6 h4h3 a6b7 h3g2 b7a8'.split(' '),
    ends: true,
    refused: { b2b3: 'game/over' },
  },
  {
    name: 'the start',
    setup: {},
    moves: [],
    refused: { a2a4: 'move/illegal', a7a6: 'move/not-your-piece', a4a5: 'move/no-piece', e4: 'notation/unreadable' },
  },
]);

testReferee('the referee of a script of version 2', () => scriptReferee(sandbox, wonders), [
  { name: 'a game with dice', setup: {}, moves: [] },
]);

const chance = (seed: number): Chance => {
  const random = seededRandom(seed);
  return { int: (bound) => random.int(bound), real: () => random.next() };
};

async function game(referee: Referee<ScriptPosition>, moves: readonly string[]): Promise<ScriptPosition> {
  let { position } = unwrap(await referee.start({}, chance(1)));
  for (const move of moves) position = unwrap(await referee.judge(position, move, chance(1))).after;
  return position;
}

describe('a game by a script', () => {
  test('offers words, second targets and drops, and what it remembers stays secret', async () => {
    const referee = scriptReferee(sandbox, wonders);
    expect(referee.runsCode).toBe(true);
    const { position, record } = unwrap(await referee.start({}, chance(1)));
    const view = referee.view(position, { kind: 'watcher' });
    expect(view.notation).toBe('eedee/5/5/5/5/EEDEE w - - 0');
    expect(view.choices).toContainEqual({ kind: 'move', from: 'c1', to: ['c2'], onward: ['c3'] });
    expect(view.choices).toContainEqual({ kind: 'drop', role: 'egg', to: ['a3', 'b3', 'c3', 'd3', 'e3'] });
    expect(view.extra).toMatchObject({ message: 'White begins.', plyCap: 40 });
    expect(JSON.stringify([view, record.open])).not.toMatch(/gold|rolls|seed/);
    const ruling = unwrap(await referee.judge(position, 'c1c2,c2c3', chance(2)));
    expect(ruling).toMatchObject({ notation: 'c1c2,c2c3', usedChance: true });
    expect(ruling.happened).toContainEqual({ kind: 'moved', role: 'dragon', color: 'white', from: 'c1', to: 'c3' });
    expect(ruling.record.secret).toMatchObject({
      seed: expect.any(Number),
      data: expect.stringContaining('"turns":1'),
    });
  });

  test('is drawn when the ply cap is reached, not one move later', async () => {
    const referee = scriptReferee(sandbox, { ...breakthrough, card: { ...breakthrough.card, plyCap: 2 } });
    const position = { ...unwrap(await scriptReferee(sandbox, breakthrough).start({}, chance(1))).position, ply: 0 };
    const one = unwrap(await referee.judge(position, 'a2a3', chance(1))).after;
    expect(referee.view(one, { kind: 'all' }).outcome).toBeNull();
    const two = unwrap(await referee.judge(one, 'a7a6', chance(1))).after;
    expect(referee.view(two, { kind: 'all' })).toMatchObject({ outcome: { kind: 'draw', by: 'ply-cap' }, choices: [] });
  });

  test('keeps a capture in mind', async () => {
    const referee = scriptReferee(sandbox, breakthrough);
    const position = await game(referee, ['a2a3', 'b7b6', 'a3a4', 'b6b5']);
    expect(unwrap(await referee.judge(position, 'a4b5', chance(1))).happened).toEqual([
      { kind: 'moved', role: 'pawn', color: 'white', from: 'a4', to: 'b5' },
      { kind: 'captured', role: 'pawn', color: 'black', on: 'b5' },
    ]);
  });

  test('draws nothing where the script did not ask for chance', async () => {
    const referee = scriptReferee(sandbox, breakthrough);
    const never: Chance = {
      int: () => {
        throw new Error('drawn');
      },
      real: () => {
        throw new Error('drawn');
      },
    };
    const { position } = unwrap(await referee.start({}, never));
    expect(unwrap(await referee.judge(position, 'a2a3', never)).usedChance).toBe(false);
  });

  test('cannot be started elsewhere', async () => {
    expect(await scriptReferee(sandbox, breakthrough).start({ position: '8/8' }, chance(1))).toMatchObject({
      error: { code: 'script/own-start' },
    });
  });

  test('that is another one than was checked does not start', async () => {
    const other = { ...breakthrough, card: { ...breakthrough.card, plyCap: 10 } };
    expect(await scriptReferee(sandbox, other).start({}, chance(1))).toMatchObject({
      error: { code: 'script/changed-rules' },
    });
  });
});

describe('a script that fails at a move', () => {
  let failing: Script;
  beforeAll(async () => {
    failing = {
      ...breakthrough,
      source: breakthrough.source.replace(
        'makeMove(pieces, move, next_turn, additional_data) {',
        '$&\n  if (move.to_x === 0) throw new Error("no a-file");',
      ),
    };
  });

  test('may be asked twice more, then the rules have failed; other moves go on', async () => {
    const referee = scriptReferee(sandbox, failing);
    const { position } = unwrap(await referee.start({}, chance(1)));
    const tries = [];
    for (let i = 0; i < 3; i++) tries.push(await referee.judge(position, 'a2a3', chance(i)));
    expect(tries).toMatchObject([
      { error: { code: 'script/raised', facts: { triesLeft: 2, line: expect.any(Number) } } },
      { error: { code: 'script/raised', facts: { triesLeft: 1 } } },
      {
        error: {
          code: 'rules/failed',
          message: expect.stringContaining('no a-file'),
          facts: { reason: 'script/raised' },
        },
      },
    ]);
    expect(await referee.judge(position, 'b2b3', chance(1))).toMatchObject({ ok: true });
    expect(spellChoices(referee.about, referee.view(position, { kind: 'all' }).choices)).toContain('a2a3');
  });

  test('is not blamed when the sandbox is busy', async () => {
    const busy: Sandbox = {
      ...sandbox,
      call: async () => ({ ok: false, trouble: { code: 'sandbox/busy', message: 'Later.' }, printed: '', cpuMs: 0 }),
    };
    const { position } = unwrap(await scriptReferee(sandbox, failing).start({}, chance(1)));
    const referee = scriptReferee(busy, failing);
    for (let i = 0; i < 4; i++)
      expect(await referee.judge(position, 'a2a3', chance(1))).toMatchObject({ error: { code: 'sandbox/busy' } });
  });
});
