import { type Chance, type GameRecord, listMoves, type Referee, type RefereeForking } from '@chessmith/rules';
import { testReferee } from '@chessmith/rules/testing';
import { seededRandom, unwrap } from '@chessmith/std';
import { beforeAll, describe, expect, test } from 'vitest';
import { START_ARGUMENTS } from '../contract/arguments.js';
import { LIMITS } from '../contract/limits.js';
import { readStart } from '../contract/read-answer.js';
import { asRecord, formatState } from '../contract/record.js';
import type { Sandbox } from '../sandbox/port.js';
import { openInProcess } from '../testing/in-process.js';
import { testSource } from '../testing/sources.js';
import type { ScriptPosition } from './position.js';
import { type Script, scriptReferee } from './script-referee.js';

const sandbox: Sandbox = await openInProcess();
/** A sandbox that must not be used. */
const UNUSED = {} as Sandbox;
const OWNER = { lane: 'test', kind: 'play' } as const;

async function script(name: string, source: string): Promise<Script> {
  const program = await sandbox.prepare('javascript', source, OWNER);
  if (!program.ok) throw new Error(JSON.stringify(program));
  const answer = await sandbox.call(program.value, { name: 'startingState', args: START_ARGUMENTS, seed: 0 }, OWNER);
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return { name, language: 'javascript', source, card: unwrap(readStart(answer.value)).card };
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

function carryingOn({ forking }: Referee<ScriptPosition>): Extract<RefereeForking, { readonly kind: 'record' }> {
  if (forking?.kind !== 'record') throw new Error('scripts fork by record');
  return forking;
}

async function game(referee: Referee<ScriptPosition>, moves: readonly string[]): Promise<ScriptPosition> {
  let { position } = unwrap(await referee.start({}, chance(1)));
  for (const move of moves) position = unwrap(await referee.judge(position, move, chance(1))).after;
  return position;
}

describe('a game by a script', () => {
  test('offers words, second targets and drops, and keeps additional_data secret', async () => {
    const referee = scriptReferee(sandbox, wonders);
    expect(referee.cost?.runsCode).toBe(true);
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
      seed: expect.stringMatching(/^[0-9a-f]{64}$/),
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

  test('ends when its answers have become too large together, replayed or not', async () => {
    const referee = scriptReferee(sandbox, breakthrough);
    const { position } = unwrap(await referee.start({}, chance(1)));
    const { after, record } = unwrap(await referee.judge(position, 'a2a3', chance(1)));
    expect(referee.cost!.weight!(after)).toBeGreaterThan(referee.cost!.weight!(position));
    expect(referee.replay(position, record)).toEqual(after);
    const large = { ...after, weight: LIMITS.gameLength };
    expect(await referee.judge(large, 'a7a6', chance(1))).toMatchObject({
      error: { code: 'rules/failed', facts: { reason: 'script/game-too-large' } },
    });
  });

  test('reports a capture', async () => {
    const referee = scriptReferee(sandbox, breakthrough);
    const position = await game(referee, ['a2a3', 'b7b6', 'a3a4', 'b6b5']);
    expect(unwrap(await referee.judge(position, 'a4b5', chance(1))).happened).toEqual([
      { kind: 'moved', role: 'pawn', color: 'white', from: 'a4', to: 'b5' },
      { kind: 'captured', role: 'pawn', color: 'black', on: 'b5' },
    ]);
  });

  test('draws no random numbers if the script does not use chance', async () => {
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

  test('cannot be started from another position', async () => {
    expect(await scriptReferee(sandbox, breakthrough).start({ position: '8/8' }, chance(1))).toMatchObject({
      error: { code: 'script/own-start' },
    });
  });

  test('that differs from the checked one does not start', async () => {
    const other = { ...breakthrough, card: { ...breakthrough.card, plyCap: 10 } };
    expect(await scriptReferee(sandbox, other).start({}, chance(1))).toMatchObject({
      error: { code: 'script/changed-rules' },
    });
  });
});

describe('a game that continues another', () => {
  const through = (record: GameRecord): GameRecord => JSON.parse(JSON.stringify(record));

  /** A game of random moves: its records, the start first, and its positions. */
  async function played(referee: Referee<ScriptPosition>, plies: number) {
    const random = seededRandom(4);
    const start = unwrap(await referee.start({}, chance(1)));
    const records = [start.record];
    const positions = [start.position];
    for (let ply = 0; ply < plies; ply++) {
      const listed = listMoves(referee.about, referee.view(positions.at(-1)!, { kind: 'all' }).choices);
      const ruling = unwrap(await referee.judge(positions.at(-1)!, random.pick(listed), chance(ply)));
      records.push(ruling.record);
      positions.push(ruling.after);
    }
    return { records: records.map(through), positions };
  }

  test.each([breakthrough, wonders])('of $name starts from any turn, without the script', async (rules) => {
    const { records, positions } = await played(scriptReferee(sandbox, rules), 6);
    const referee = scriptReferee(UNUSED, rules);
    for (const [ply, { state }] of positions.entries()) {
      const { record } = carryingOn(referee).carryOn(records[0]!, records.slice(1, ply + 1));
      const position = referee.resume(through(record));
      expect(position).toMatchObject({ state, ply: 0, before: ply });
      const { notation, extra, ...seen } = referee.view(positions[ply]!, { kind: 'all' });
      expect(referee.view(position, { kind: 'all' })).toMatchObject({ ...seen, notation, ply: 0 });
      expect(JSON.stringify(record.open)).not.toMatch(/gold|rolls|seed/);
      expect([records[0]!, record].map(carryingOn(referee).isCarriedOn)).toEqual([false, true]);
      // A continued game can be continued again.
      expect(carryingOn(referee).carryOn(record, []).record).toEqual(record);
    }
  });

  test('goes on by the same rules, with its own random numbers', async () => {
    const referee = scriptReferee(sandbox, wonders);
    const { records, positions } = await played(referee, 2);
    const forked = referee.resume(carryingOn(referee).carryOn(records[0]!, records.slice(1)).record);
    const [move] = listMoves(referee.about, referee.view(forked, { kind: 'all' }).choices);
    const rulings = [];
    for (const seed of [5, 5, 6]) rulings.push(unwrap(await referee.judge(forked, move!, chance(seed))));
    const there = unwrap(await referee.judge(positions[2]!, move!, chance(5)));
    expect(rulings[0]!.after).toMatchObject({ state: there.after.state, ply: 1, before: 2 });
    expect(rulings[1]).toEqual(rulings[0]);
    expect(rulings[2]!.record.secret).not.toEqual(rulings[0]!.record.secret);
    const restored = referee.restore(referee.snapshot(rulings[0]!.after));
    expect(restored).toEqual(rulings[0]!.after);
  });

  test('is drawn at the same ply as the first game', async () => {
    const capped = { ...breakthrough, card: { ...breakthrough.card, plyCap: 4 } };
    const { records } = await played(scriptReferee(sandbox, breakthrough), 3);
    const referee = scriptReferee(sandbox, capped);
    const forked = referee.resume(carryingOn(referee).carryOn(records[0]!, records.slice(1)).record);
    const seen = referee.view(forked, { kind: 'all' });
    expect(seen).toMatchObject({ outcome: null, extra: { plyCap: 4, pliesBefore: 3 } });
    const { after } = unwrap(await referee.judge(forked, listMoves(referee.about, seen.choices)[0]!, chance(1)));
    expect(referee.view(after, { kind: 'all' }).outcome).toEqual({ kind: 'draw', by: 'ply-cap' });
  });

  test.each([
    ['without chance', false, '{"mines":["e4"]}', {}, false],
    ['with chance in its data', true, '{"deck":[3,1,2]}', {}, true],
    ['with chance in its pieces', true, 'null', { extra: { disguised: true } }, true],
    ['with dice that all have seen', true, '{}', {}, false],
  ] as const)('knows whether it hides something, %s', async (_, random, data, more, hides) => {
    const referee = scriptReferee(UNUSED, { ...breakthrough, card: { ...breakthrough.card, random } });
    const pieces = [{ role: 'pawn', color: 'white', square: 'a2', ...more } as const];
    const state = { pieces, moves: ['a2a3'], data, turn: 'white', status: 'running' } as const;
    const start = asRecord(formatState(breakthrough.card, state));
    expect(carryingOn(referee).carryOn(start, []).hides).toBe(hides);
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

  test('may be called twice more, then the rules have failed; other moves still work', async () => {
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
          facts: { reason: 'script/raised', detail: expect.stringContaining('no a-file') },
        },
      },
    ]);
    expect(await referee.judge(position, 'b2b3', chance(1))).toMatchObject({ ok: true });
    expect(listMoves(referee.about, referee.view(position, { kind: 'all' }).choices)).toContain('a2a3');
  });

  test('is not charged with a failure when the sandbox is busy', async () => {
    const busy: Sandbox = {
      ...sandbox,
      call: async () => ({ ok: false, error: { code: 'sandbox/busy', message: 'Later.' }, printed: '', cpuMs: 0 }),
    };
    const { position } = unwrap(await scriptReferee(sandbox, failing).start({}, chance(1)));
    const referee = scriptReferee(busy, failing);
    for (let i = 0; i < 4; i++)
      expect(await referee.judge(position, 'a2a3', chance(1))).toMatchObject({ error: { code: 'sandbox/busy' } });
  });
});
