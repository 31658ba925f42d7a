import type { MoveView } from '@chessmith/game';
import { classicalReferee, standard } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { historyEntry, type Move, movesOf, readMove } from './moves.js';

const referee = classicalReferee(standard);
const NO_CHANCE = { int: () => 0, real: () => 0 };
const at = (square: string) => ({ file: square[0]!.toUpperCase(), rank: square[1]! });
const PAWN = { type: 'Pawn', team: 'BLACK' } as const;

const TABLE: readonly (readonly [what: string, fen: string, move: string, Move])[] = [
  ['a step', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'e2e3', { from: at('e2'), to: at('e3') }],
  [
    'a double step',
    '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
    'e2e4',
    { from: at('e2'), to: at('e4'), doubleMove: { passingBy: at('e3') } },
  ],
  ['a capture', '4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1', 'e2d3', { from: at('e2'), to: at('d3'), capturedPiece: PAWN }],
  [
    'en passant',
    '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1',
    'e5d6',
    { from: at('e5'), to: at('d6'), capturedPiece: PAWN, enPassant: { capturedPawnPosition: at('d5') } },
  ],
  [
    'castling on the king side',
    '4k3/8/8/8/8/8/8/4K2R w K - 0 1',
    'e1g1',
    { from: at('e1'), to: at('g1'), castling: { rookFrom: at('h1'), rookTo: at('f1') } },
  ],
  [
    "castling on the queen's side",
    'r3k3/8/8/8/8/8/8/4K3 b q - 0 1',
    'e8c8',
    { from: at('e8'), to: at('c8'), castling: { rookFrom: at('a8'), rookTo: at('d8') } },
  ],
];

describe.each(TABLE)('%s', (_what, fen, text, expected) => {
  const { position } = unwrap(referee.start({ position: fen }, NO_CHANCE) as never) as { position: never };

  test('is among the moves that are found', () => {
    const { choices, pieces } = referee.view(position, { kind: 'watcher' });
    expect(movesOf(choices, pieces)).toContainEqual(expected);
  });

  test('is told in the history, and read back', async () => {
    const { happened } = unwrap(await referee.judge(position, text, NO_CHANCE));
    const color = fen.includes(' b ') ? 'black' : 'white';
    expect(historyEntry({ color, notation: '', happened, tookMs: 0 as MoveView['tookMs'] }).move).toEqual(expected);
    expect(unwrap(readMove(expected))).toEqual({ from: text.slice(0, 2), to: text.slice(2) });
  });
});

test.each([null, {}, { from: at('e2') }, { from: at('e2'), to: { file: 'I', rank: '1' } }, { from: 'e2', to: 'e4' }])(
  '%j is no move',
  (value) => expect(readMove(value).ok).toBe(false),
);
