import type { Inspection, Json } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { inspectFragments } from './inspect.js';
import type { FragmentsPosition } from './position.js';
import { fragmentsReferee } from './referee.js';

const referee = fragmentsReferee();
const first = { int: () => 0, real: () => 0 };

function after(board: string, ...moves: readonly string[]): FragmentsPosition {
  const start = unwrap(referee.start({ position: board, free: true }, first)).position;
  return moves.reduce((before, move) => unwrap(referee.judge(before, move, first)).after, start);
}

// The bishop passed c3 exactly where the queen is not on it.
const PASSED = after('QB2W\nBA1W\nPD6B', 's B2 B3 C3', 'm A1 E5');
// Then a quarter of the queen was not found on b4.
const PARTLY = after('QB2W\nBA1W\nPD6B', 's B2 B3 C3', 'm A1 E5', 's B3 A3 B4', 'q B4');

const ask = (position: FragmentsPosition, inspection: Inspection): Json =>
  JSON.parse(JSON.stringify(unwrap(inspectFragments(position, inspection))), (_, value) =>
    typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value,
  );

describe('inspecting fragments shows', () => {
  test('the marginals: the number shown, and the odds that follow from public results', () => {
    expect(ask(PARTLY, { about: 'marginals' })).toMatchObject({
      pieces: [
        { square: 'a1', role: 'bishop', probability: 0.5, odds: 0.666667 },
        { square: 'a3', role: 'queen', probability: 0.333333, odds: 0.333333 },
        { square: 'c3', role: 'queen', probability: 0.666667, odds: 0.666667 },
        { square: 'd6', role: 'pawn', probability: 1, odds: 1 },
        { square: 'e5', role: 'bishop', probability: 0.5, odds: 0.333333 },
      ],
    });
  });

  test('how many boards there are, and which are the most likely', () => {
    expect(ask(PARTLY, { about: 'superposition' })).toEqual({ boards: 2 });
    expect(ask(PARTLY, { about: 'boards' })).toEqual({
      boards: 2,
      likely: [
        { squares: ['a1', 'c3', 'd6'], probability: 0.666667 },
        { squares: ['a3', 'd6', 'e5'], probability: 0.333333 },
      ],
    });
    const twice = after('QB2W\nBA1W\nHG1W', 's B2 B3 C3', 'm A1 E5', 's G1 F3 H3');
    expect(ask(twice, { about: 'boards', most: 3 })).toMatchObject({ boards: 4, likely: [{}, {}, {}] });
  });

  test('how two squares are correlated, and what finding a piece would change', () => {
    expect(ask(PASSED, { about: 'joint', square: 'c3', other: 'a1' })).toMatchObject({
      p11: 0.5,
      p00: 0.5,
      information: 1,
    });
    expect(ask(PASSED, { about: 'impact', square: 'c3' })).toEqual({
      probability: 0.5,
      changes: [
        { square: 'a1', ifFound: 0.5, ifNot: -0.5 },
        { square: 'b3', ifFound: -0.5, ifNot: 0.5 },
        { square: 'c3', ifFound: 0.5, ifNot: -0.5 },
        { square: 'e5', ifFound: -0.5, ifNot: 0.5 },
      ],
    });
  });

  test('whether a merge is certain, and what a square can do', () => {
    expect(ask(PASSED, { about: 'merge', move: 'b3c3^b2' })).toEqual({
      move: 'b3c3^b2',
      onTarget: 1,
      onFirst: 0,
      onSecond: 0,
      certain: true,
    });
    const report = ask(PASSED, { about: 'square', square: 'b3' }) as { merges: { with: string; to: string[] }[] };
    expect(report.merges[0]).toMatchObject({ with: 'c3' });
    expect(report.merges[0]!.to).toContain('b2');
    expect(ask(PASSED, { about: 'same-piece', square: 'b3' })).toEqual({ squares: ['c3'] });
    expect(ask(PASSED, { about: 'entangled', square: 'b3' })).toEqual({ squares: ['a1', 'e5'] });
  });

  test('the success probability of a move, which matches its frequency', () => {
    const { success } = ask(PARTLY, { about: 'move', move: 'e5d6' }) as { success: number };
    expect(success).toBeCloseTo(1 / 3);
    const random = seededRandom(3);
    const chance = { int: random.int, real: random.next };
    const arrived = Array.from({ length: 500 }, () => {
      const played = unwrap(referee.judge(referee.redraw(PARTLY, chance), 'e5d6', chance));
      return played.happened.some(({ kind }) => kind === 'captured');
    }).filter(Boolean).length;
    expect(arrived / 500).toBeCloseTo(success, 1);
    expect(ask(PARTLY, { about: 'move', move: 'a1b2' })).toEqual({ move: 'a1b2', success: null });
    // Onto a part of one's own queen: it succeeds only if the bishop is there and the queen is not.
    const friend = after('QB2W\nBA1W', 's B2 B3 D4');
    expect(ask(friend, { about: 'move', move: 'a1d4' })).toEqual({ move: 'a1d4', success: 0.5 });
  });

  test.each<[Inspection, string]>([
    [{ about: 'joint', other: 'a3' }, 'quantum/incomplete-inspection'],
    [{ about: 'entangled', square: 'i1' }, 'quantum/no-such-square'],
    [{ about: 'move', move: 'b3b9' }, 'quantum/unreadable-move'],
    [{ about: 'move', move: 'c3d6' }, 'quantum/not-that-move'],
    [{ about: 'merge', move: 'e5d6' }, 'quantum/not-a-merge'],
  ])('%j is refused with %s', (inspection, code) => {
    expect(inspectFragments(PASSED, inspection)).toMatchObject({ ok: false, error: { code } });
  });
});
