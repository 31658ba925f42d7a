import type { Inspection, Json } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { inspectBoard } from './inspect.js';
import type { QuantumPosition } from './position.js';
import { boardsOf } from './probability.js';
import { quantumReferee } from './referee.js';

const referee = quantumReferee();
const noChance = { int: () => 0, real: () => 0 };

function after(position: string, ...moves: readonly string[]): QuantumPosition {
  const start = unwrap(referee.start({ position, free: true }, noChance)).position;
  return moves.reduce((before, move) => unwrap(referee.judge(before, move, noChance)).after, start);
}

// The knight is on a3 or c3.
const ENTANGLED = after('4k3/8/8/8/2p5/8/2Q5/1N2K3 w - - 0 1', 'b1^a3c3', 'c2d3', 'd3c2');
// The knight is on a3 or c3; the queen reached c5 exactly where the knight is not on c3.
const PASSED = after('4k3/8/8/8/8/8/2Q5/1N2K3 w - - 0 1', 'b1^a3c3', 'c2c5');

const ask = (position: QuantumPosition, inspection: Inspection): Json =>
  JSON.parse(JSON.stringify(unwrap(inspectBoard(position, inspection))), (_, value) =>
    typeof value === 'number' ? Math.round(value * 1e9) / 1e9 : value,
  );

describe('inspecting amplitudes shows', () => {
  test('the marginals', () => {
    expect(ask(PASSED, { about: 'marginals' })).toEqual({
      pieces: [
        { square: 'e1', role: 'king', color: 'white', probability: 1 },
        { square: 'c2', role: 'queen', color: 'white', probability: 0.5 },
        { square: 'a3', role: 'knight', color: 'white', probability: 0.5 },
        { square: 'c3', role: 'knight', color: 'white', probability: 0.5 },
        { square: 'c5', role: 'queen', color: 'white', probability: 0.5 },
        { square: 'e8', role: 'king', color: 'black', probability: 1 },
      ],
    });
  });

  test('how many boards there are, ignoring their history', () => {
    const both = ['b8^a6c6', 'a1a6', 'e8e7', 'c1c6'];
    const gone = after('1n2k3/8/8/8/8/8/8/R1R1K3 b - - 0 1', ...both);
    expect(ask(gone, { about: 'superposition' })).toMatchObject({ boards: 1 });
    expect(boardsOf(gone.board, 2)).toMatchObject([{ probability: 1 }]);
    expect(referee.view(gone, { kind: 'watcher' })).toMatchObject({ extra: { boards: 1 } });
    const same = '1000000000000010:0.5,0 1000000000000010@1:0.5,0 1000000000040010:0.5,0 1000000000040010@1:-0.5,0';
    const four = after(`4k3/8/8/8/8/2N5/8/4K3 w - - 0,2.5 1 q4 ${same}`);
    expect(ask(four, { about: 'boards' })).toMatchObject({
      boards: 2,
      likely: [{ probability: 0.5 }, { probability: 0.5 }],
    });
    expect(referee.view(four, { kind: 'watcher' })).toMatchObject({ extra: { boards: 2 } });
  });

  test('how many boards there are, and which are the most likely', () => {
    expect(ask(PASSED, { about: 'superposition' })).toEqual({ boards: 2, cap: 16384, maySuperpose: true });
    expect(ask(PASSED, { about: 'boards', most: 1 })).toEqual({
      boards: 2,
      likely: [{ squares: ['e1', 'c2', 'c3', 'e8'], probability: 0.5 }],
    });
  });

  test('how two squares are correlated', () => {
    expect(ask(PASSED, { about: 'joint', square: 'a3', other: 'c5' })).toMatchObject({
      p11: 0.5,
      p00: 0.5,
      p10: 0,
      correlation: 0.25,
      information: 1,
    });
    expect(ask(PASSED, { about: 'joint', square: 'a3', other: 'c2' })).toMatchObject({ correlation: -0.25 });
  });

  test('what finding or not finding the knight would change', () => {
    expect(ask(PASSED, { about: 'impact', square: 'a3' })).toEqual({
      probability: 0.5,
      changes: [
        { square: 'c2', ifFound: -0.5, ifNot: 0.5 },
        { square: 'a3', ifFound: 0.5, ifNot: -0.5 },
        { square: 'c3', ifFound: -0.5, ifNot: 0.5 },
        { square: 'c5', ifFound: 0.5, ifNot: -0.5 },
      ],
    });
  });

  test('the success probability of a move', () => {
    expect(ask(ENTANGLED, { about: 'move', move: 'c2c4' })).toEqual({ move: 'c2xc4', success: 0.5 });
    expect(ask(ENTANGLED, { about: 'move', move: 'c2d2' })).toEqual({ move: 'c2d2', success: null });
    expect(ask(ENTANGLED, { about: 'move', move: 'e8e7' })).toEqual({ move: 'e8e7', success: null });
  });

  test('whether a merge will be certain', () => {
    expect(ask(ENTANGLED, { about: 'merge', move: 'a3c3^b1' })).toMatchObject({ onTarget: 1, certain: true });
    expect(ask(PASSED, { about: 'merge', move: 'a3c3^b1' })).toMatchObject({ onTarget: 0.5, certain: false });
  });

  test('the moves of a square, its kind and its entanglement', () => {
    const report = ask(ENTANGLED, { about: 'square', square: 'a3' }) as { merges: Json; moves: { to: string }[] };
    expect(report.merges).toEqual([{ with: 'c3', to: ['b1', 'b5'] }]);
    expect(report.moves.map(({ to }) => to).sort()).toEqual(['b1', 'b5', 'c4']);
    expect(ask(PASSED, { about: 'same-piece', square: 'c5' })).toEqual({ squares: ['c2'] });
    const entangled = ask(PASSED, { about: 'entangled', square: 'c5' }) as { squares: { square: string }[] };
    expect(entangled.squares.map(({ square }) => square).sort()).toEqual(['a3', 'c2', 'c3']);
  });

  test.each<[Inspection, string]>([
    [{ about: 'joint', square: 'a3' }, 'quantum/incomplete-inspection'],
    [{ about: 'impact' }, 'quantum/incomplete-inspection'],
    [{ about: 'square', square: 'k9' }, 'quantum/no-such-square'],
    [{ about: 'move' }, 'quantum/incomplete-inspection'],
    [{ about: 'move', move: 'a3a4' }, 'quantum/not-how-it-moves'],
    [{ about: 'move', move: 'nonsense' }, 'quantum/unreadable-move'],
    [{ about: 'merge', move: 'c2d2' }, 'quantum/not-a-merge'],
  ])('%j is refused with %s', (inspection, code) => {
    expect(inspectBoard(PASSED, inspection)).toMatchObject({ ok: false, error: { code } });
  });
});
