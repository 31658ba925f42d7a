import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { play } from '../engine/play.js';
import { setUp } from '../engine/set-up.js';
import { legalMoves } from '../engine.js';
import { parseFen } from '../notation/fen.js';
import { formatUci, parseUci } from '../notation/uci.js';
import { bishop, kingSteps, ORTHOGONAL, pawnAdvance, pawnCapture, rook } from '../pieces.js';
import type { Movement, Ruleset } from '../ruleset.js';
import { standard } from '../rulesets/standard.js';
import { compileTables } from './compile.js';

const king = { letter: 'k', royal: true, movements: [kingSteps] };
const dabbaba = {
  letter: 'd',
  movements: [{ kind: 'leap', to: ORTHOGONAL.map(([file, rank]) => [2 * file, 2 * rank]) }],
};

/** Rulesets with interacting movements, each with a position that a bug once got wrong. */
const IRREGULAR: readonly (readonly [symptom: string, changes: object, fen: string, moves: string])[] = [
  [
    'a leap onto the line of a rook gives check',
    { pieces: { rook, dabbaba, king }, effects: [] },
    '7k/8/8/8/8/4d3/8/R3K3 w - - 0 1',
    'e1d1 e1d2 e1e2 e1f1 e1f2',
  ],
  [
    'a rook gives check from where others leap',
    { pieces: { rook, dabbaba, king }, effects: [] },
    '7k/8/8/8/8/4r3/8/R3K3 w - - 0 1',
    'e1d1 e1d2 e1f1 e1f2',
  ],
  [
    'a piece that reaches a square in two ways has one move there',
    { pieces: { dragon: { letter: 'd', movements: [...bishop.movements, kingSteps] }, king }, effects: [] },
    '7k/8/8/8/8/8/1D6/K7 w - - 0 1',
    'a1a2 a1b1 b2a2 b2a3 b2b1 b2b3 b2c1 b2c2 b2c3 b2d4 b2e5 b2f6 b2g7 b2h8',
  ],
  [
    'a pawn cannot promote to a royal piece on an attacked square',
    {
      pieces: { pawn: { letter: 'p', pawn: true, movements: [pawnAdvance, pawnCapture] }, rook, king },
      effects: [{ kind: 'promote', role: 'pawn', on: [8], to: ['rook', 'king'] }],
    },
    '1r5k/P7/8/8/8/8/8/7K w - - 0 1',
    'a7a8r a7b8k a7b8r h1g1 h1g2 h1h2',
  ],
];

describe.each(IRREGULAR)('%s', (_, changes, fen, moves) => {
  test.each([true, false])('with bitboards: %s', (bits) => {
    const tables = compileTables({ ...standard, ...changes } as Ruleset, { bits });
    const position = setUp(tables, unwrap(parseFen(tables, fen)));
    const found = legalMoves(position).map((move) => formatUci(position, move));
    expect(found.sort().join(' ')).toBe(moves);
  });
});

test('of two royal pieces, the unmoved one castles', () => {
  const promotions = { kind: 'promote', role: 'pawn', on: [8], to: ['queen', 'king'] } as const;
  const tables = compileTables({ ...standard, effects: [promotions] });
  const position = setUp(tables, unwrap(parseFen(tables, '4k3/P7/8/8/8/8/8/4K2R w K - 0 1')));
  for (const move of ['a7a8k', 'e8e7']) play(position, unwrap(parseUci(position, move)));
  const moves = legalMoves(position).map((move) => formatUci(position, move));
  expect(moves).toContain('e1g1');
  expect(moves.filter((move) => move.startsWith('a8')).sort()).toEqual(['a8a7', 'a8b7', 'a8b8']);
});

test('a ruleset may allow queenside castling only', () => {
  const sides = [{ side: 'queen', to: 'c', partnerTo: 'd' }] as const;
  const pieces = {
    rook,
    king: { ...king, movements: [kingSteps, { kind: 'castle', partner: 'rook', sides }] },
  } as const;
  const tables = compileTables({ ...standard, pieces, effects: [], start: '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1' });
  const position = setUp(tables, unwrap(parseFen(tables, '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1')));
  expect(legalMoves(position).map((move) => formatUci(position, move))).toContain('e1c1');
});

test('an ending shared by two rulesets uses the squares of each board', () => {
  const endings = [{ kind: 'reach', role: 'rook', squares: ['b2'] }] as const;
  const isOver = (files: number, fen: string): boolean => {
    const tables = compileTables({
      ...standard,
      board: { files, ranks: 4 },
      pieces: { rook },
      effects: [],
      start: fen,
      endings,
    });
    return legalMoves(setUp(tables, unwrap(parseFen(tables, fen)))).length === 0;
  };
  expect(isOver(4, '4/4/1R2/4 w - - 0 1')).toBe(true);
  expect(isOver(6, '6/6/1R4/6 w - - 0 1')).toBe(true);
  expect(isOver(6, '6/6/6/5R w - - 0 1')).toBe(false);
});

test.each([
  [4, 16],
  [16, 4],
  [2, 16],
  [5, 12],
  [16, 16],
])('a rook on a board of %i files and %i ranks sees to the edges', (files, ranks) => {
  const rows = Array.from({ length: ranks }, (_, i) => (i === ranks - 1 ? `R${files - 1}` : `${files}`)).join('/');
  const tables = compileTables({ ...standard, board: { files, ranks }, pieces: { rook }, effects: [], start: rows });
  expect(legalMoves(setUp(tables, unwrap(parseFen(tables, `${rows} w - - 0 1`))))).toHaveLength(files + ranks - 2);
});

test('a ray with many bends is followed to its end', () => {
  const way = ['c2', 'h7', 'b5', 'g1', 'd8', 'f3', 'a6', 'e4', 'h2', 'c7', 'b1', 'g5', 'd3', 'f8', 'a2', 'e6'];
  for (let length = 1; length <= way.length; length++) {
    const crawl: Movement = { kind: 'table', shape: 'rays', white: { a1: [way.slice(0, length)] }, black: {} };
    const start = '8/8/8/8/8/8/8/S7 w - - 0 1';
    const tables = compileTables({
      ...standard,
      pieces: { snake: { letter: 's', movements: [crawl] } },
      effects: [],
      start,
    });
    expect(legalMoves(setUp(tables, unwrap(parseFen(tables, start))))).toHaveLength(length);
  }
});
