import { type Chance, classicalReferee, type RulesetCard, rulesetNamed } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { materialOf } from './material.js';

const NO_CHANCE: Chance = { int: () => 0, real: () => 0 };

/** Plays moves in SAN, and gives what each side has captured. */
async function after(ruleset: string, moves: string, position?: string) {
  const referee = classicalReferee(rulesetNamed(ruleset)!);
  const started = await referee.start(position === undefined ? {} : { position }, NO_CHANCE);
  if (!started.ok) throw new Error(started.error.message);
  let at = started.value.position;
  const played = [];
  for (const move of moves.split(' ').filter((word) => word !== '')) {
    const ruling = await referee.judge(at, move, NO_CHANCE);
    if (!ruling.ok) throw new Error(`${move}: ${ruling.error.message}`);
    played.push(ruling.value);
    at = ruling.value.after;
  }
  const { pieces } = referee.view(at, { kind: 'watcher' });
  return {
    white: materialOf('white', referee.about, played, pieces),
    black: materialOf('black', referee.about, played, pieces),
  };
}

test('at the start nothing is captured', async () => {
  const none = { taken: [], ahead: 0 };
  expect(await after('standard', '')).toEqual({ white: none, black: none });
});

test('captured pieces are listed with the most valuable first, with the lead in points', async () => {
  expect(await after('standard', 'e4 d5 exd5 Qxd5 Nc3 Qxd2+ Bxd2')).toEqual({
    white: { taken: ['queen', 'pawn'], ahead: 8 },
    black: { taken: ['pawn', 'pawn'], ahead: 0 },
  });
});

test('en passant counts as a capture, and a promoted pawn as a queen', async () => {
  const { white } = await after('standard', 'exd6', 'k7/8/8/3pP3/8/8/8/K7 w - d6 0 1');
  expect(white).toEqual({ taken: ['pawn'], ahead: 1 });
  const promoted = await after('standard', 'a8=Q', '7k/P7/8/8/8/8/7r/K7 w - - 0 1');
  expect(promoted.white).toEqual({ taken: [], ahead: 4 });
});

test('exploded pieces count as captured', async () => {
  const { white, black } = await after('atomic', 'Nxd5', 'k7/8/2b5/3p4/8/2N5/8/K7 w - - 0 1');
  expect(white!.taken).toEqual(['bishop', 'pawn']);
  expect(black!.taken).toEqual(['knight']);
});

test('there are no points where pieces have no agreed value, or where losing them is the goal', async () => {
  expect((await after('antichess', 'e3 b5 Bxb5')).white).toEqual({ taken: ['pawn'], ahead: 0 });
  expect((await after('horde', '')).black).toEqual({ taken: [], ahead: 0 });
});

test.each(['crazyhouse', 'quantum', 'quantum-fragments', 'sha256:0123'])('%s shows no material', (name) => {
  const card = { name, roles: [] as RulesetCard['roles'] };
  expect(materialOf('white', card, [], [])).toBe(null);
});
