import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { FIRST_TARGET } from '../testing/first-target.js';
import { logLines } from './log-lines.js';
import type { FragmentsPosition } from './position.js';
import { fragmentsReferee } from './referee.js';
import { formatProtocolSquare, parseSquare } from './square.js';
import { possibleMerges, possibleMoves, possibleSplits } from './square-queries.js';

const referee = fragmentsReferee();

/** Board, moves that lead there, the move that corrupted the original, and the text of its refusal. */
const HARMFUL: readonly (readonly [string, string, readonly string[], string, string])[] = [
  [
    'a merge onto a third fragment left two list entries on one square',
    'QA1W',
    ['s A1 A3 C3', 's C3 C5 E3'],
    'h A3 E3 C5',
    'there is a chessman_ there already',
  ],
  ['a merge onto an own piece would lose one of them', 'TE2W QF8W', ['s E2 F2 E8'], 'h F2 E8 F8', 'path is not free'],
  [
    "a merge onto another man's fragment would put two of them on one square",
    'TE2W QH7B',
    ['s E2 F2 E8', 's H7 F7 H8', 'm F7 F8'],
    'h F2 E8 F8',
    'cannot merge and entangle in the same move',
  ],
  ['a king that had moved castled', 'KE1W TH1W', ['m E1 E2', 'm E2 E1'], 'm E1 G1', 'cant to that castling'],
  [
    'a king that had moved castled in a split',
    'KE1W TH1W',
    ['m E1 E2', 'm E2 E1'],
    's E1 G1 E2',
    'cant to that castling',
  ],
  ['a castling split let the king arrive anywhere', 'KE1W TA1W', [], 's E1 C1 H5', 'that chessman_ cant do that split'],
  ['short castling in a split as well', 'KE1W TH1W', [], 's E1 H5 G1', 'that chessman_ cant do that split'],
  ['the king could stay at home besides castling', 'KE1W TH1W', [], 's E1 G1 E1', 'there is a chessman_ there already'],
  [
    'castling twice to one square left half a castling',
    'KE1W TA1W',
    [],
    's E1 C1 C1',
    'there is a chessman_ there already',
  ],
  [
    'so did short castling with the other square taken',
    'KE1W TH1W PE2W',
    [],
    's E1 G1 E2',
    'there is a chessman_ there already',
  ],
  [
    'a castling split past a fragment gave probabilities that do not add up',
    'KE1W TA1W QB3W',
    ['s B3 B1 B2'],
    's E1 C1 F1',
    'cant split and entangle at the same time',
  ],
];

describe('moves that corrupted the original are refused and change nothing', () => {
  test.each(HARMFUL)('%s', (_, board, moves, harmful, message) => {
    const position = after(board, moves);
    const ruled = referee.judge(position, harmful, FIRST_TARGET);
    expect(ruled.ok ? ruled.value.notation : ruled.error.message).toBe(message);
  });
});

/** Board, moves that lead there, the move, and its refusal: the sound checks of the original, in their order. */
const REFUSED: readonly (readonly [string, readonly string[], string, string])[] = [
  ['KE1W TH1W', [], 'm E3 E4', 'there is no chessman_ there'],
  ['QA1W TH1W', ['s A1 A2 B2', 's H1 H2 G1'], 'h A2 H2 A1', 'you re trying to merge two different chessmen'],
  ['QA1W', ['s A1 A2 B2'], 'h A2 A2 A1', 'cannot merge from same square'],
  ['QA1W', ['s A1 A2 B2'], 'h A2 B2 H7', 'that chessman_ cant do that merge'],
  ['QA1W', [], 'm A1 B3', 'that chessman_ cant do that move'],
  ['QA1W', [], 's A1 B3 A2', 'that chessman_ cant do that split'],
  ['QA1W', [], 's A1 A2 A2', 'cannot split into the same square'],
  ['QA1W PA2W', [], 'm A1 A2', 'path is not free'],
  ['QA1W PA2W', [], 's A1 A2 B1', 'path is not free'],
  ['QA1W PA2B', [], 's A1 A2 B1', 'splitting to occupied space'],
  ['QA1W', ['s A1 A2 B2'], 'm A2 B2', 'cannot move to square with a fragment of the same chessman_'],
  ['QA1W TB2B PC1B', ['s B2 B1 B3'], 'm A1 C1', 'cannot measure and entangle at same time'],
  ['QA1W TB2B', ['s B2 B1 A2', 'm A1 C1'], 'm C1 A1', 'cannot move to square with a fragment of the same chessman_'],
  ['QA1W TB2B', ['s B2 B1 B3', 'm A1 C1', 'm C1 C2'], 'm C2 A4', 'cannot entangle with same piece two times'],
  ['QA1W TB2B', ['s B2 B1 B3'], 's A1 C1 A2', 'cannot split and entangle in the same move'],
  ['QA1W TC6B', ['s A1 A3 C1', 's C6 C2 C7'], 'h A3 C1 C3', 'cannot merge and entangle in the same move'],
  ['PA2W', [], 's A2 A3 A4', 'pawn cannot split'],
  ['PA2W QC3W', ['s C3 A3 C4'], 'm A2 A4', 'pawn cannot entangle'],
  ['PA2W PA3B', [], 'm A2 A3', 'pawn cannot eat like that'],
  ['PA2W QC3W', ['s C3 B3 C4'], 'm A2 B3', 'pawn cannot measure like that'],
  ['KE1W TH1W', [], 's E1 F1 G1', 'tower is going to occupy that square'],
  ['KE1W TA1W', [], 's E1 C1 D1', 'tower is going to occupy that square'],
  ['KE1W TA1W PE2W', [], 's E1 C1 E2', 'cant split and measure at the same time'],
  ['KE1W TA1W TH1W QB3W', ['s B3 B1 B2'], 's E1 C1 G1', 'cant split and entangle at the same time'],
  ['KE1W TH1W BG1W', [], 'm E1 G1', 'cant to that castling'],
];

describe("refusals use the protocol's texts", () => {
  test.each(REFUSED)('on %s after %j, %s is refused: %s', (board, moves, move, message) => {
    const ruled = referee.judge(after(board, moves), move, FIRST_TARGET);
    expect(ruled.ok ? ruled.value.notation : ruled.error.message).toBe(message);
  });

  test('a side cannot move pieces of the other', () => {
    const { position } = unwrap(referee.start({ position: 'KE1W\nTE8B\nKA8B' }, FIRST_TARGET));
    const ruled = referee.judge(position, 'm E8 E1', FIRST_TARGET);
    expect(!ruled.ok && ruled.error.message).toBe('you cannot move a chessman_ of the other player');
  });

  test('capturing the king ends the game, and the log has the newest line first', () => {
    let position = unwrap(referee.start({ position: 'KE1W\nTE8B\nPH2W' }, FIRST_TARGET)).position;
    position = unwrap(referee.judge(position, 'm H2 H3', FIRST_TARGET)).after;
    const end = unwrap(referee.judge(position, 'm E8 E1', FIRST_TARGET));
    expect(logLines(end.happened)).toEqual(['E8 moved to E1', 'E1 was captured', 'End of the game, black wins']);
    const view = referee.view(end.after, { kind: 'watcher' });
    expect(view.outcome).toEqual({ kind: 'win', winner: 'black', by: 'king-captured' });
    expect(view.choices).toEqual([]);
    const late = referee.judge(end.after, 'm H3 H4', FIRST_TARGET);
    expect(!late.ok && late.error.message).toBe('game over');
  });
});

describe('queries that crashed or misled the original', () => {
  test('two different chessmen have no common merges', () => {
    const { board } = after('QA1W TH1W', ['s A1 A2 B2', 's H1 H2 G1']);
    expect(possibleMerges(board, parseSquare('a2')!, parseSquare('h2')!)).toEqual([]);
  });

  test('common merges omit the square of a third fragment, unlike the original', () => {
    const { board } = after('QA1W', ['s A1 A3 C3', 's C3 C5 E3']);
    const merges = possibleMerges(board, parseSquare('a3')!, parseSquare('e3')!).map(formatProtocolSquare);
    expect(merges).toContain('C1');
    expect(merges).not.toContain('C5');
  });

  test("a king's possible splits omit the square of an enemy, unlike the original", () => {
    const { board } = after('KE1W PE2B', []);
    expect(possibleSplits(board, parseSquare('e1')!).map(formatProtocolSquare)).toEqual(['F1', 'F2', 'D2', 'D1']);
  });

  test('an empty square has no moves, splits or merges', () => {
    const { board } = after('KE1W', []);
    for (const ask of [possibleMoves, possibleSplits, possibleMerges])
      expect(ask(board, parseSquare('a5')!)).toEqual([]);
  });
});

test('a measurement chain that returns to a settled chessman continues instead of throwing', () => {
  // The knight's fragment on the target is entangled with the moving rook: measuring the rook settles it before its own
  // turn.
  const position = after('TA1W HB3B', ['s B3 A5 C5', 'm A1 A8']);
  for (const coin of [0, 1]) {
    const twin = coin === 0 ? position : { ...position, world: flipped(position) };
    const ruled = unwrap(referee.judge(twin, 'm A1 A5', FIRST_TARGET));
    expect(ruled.happened.filter(({ kind }) => kind === 'measured')).not.toEqual([]);
    for (const man of ruled.after.board.men) {
      expect(man.fragments.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
    }
  }
});

test('a harmless quirk of the original is kept: a newer fragment entangled with all the rest is not measured', () => {
  // The bishop on e5 is entangled with both d4 and c4, the rest of the queen if she is not found on b3. Entangled with
  // only one fragment, he would be measured with her.
  const both = after('QB2W BA1W', ['s B2 C3 B3', 'm A1 E5', 's C3 D4 C4', 'q B3']);
  expect(both.board.men.map(({ fragments }) => fragments.length)).toEqual([2, 2]);
  const one = after('QB2W BA1W', ['s B2 C3 B3', 'm A1 E5', 'q B3']);
  expect(one.board.men.map(({ fragments }) => fragments.length)).toEqual([1, 1]);
});

/** The other consistent secret of two entangled chessmen with two fragments each. */
function flipped({ board, world }: FragmentsPosition): FragmentsPosition['world'] {
  return Object.fromEntries(
    board.men.map((man) => [
      man.id,
      man.fragments.find(({ id }) => id !== world?.[man.id])?.id ?? man.fragments[0]!.id,
    ]),
  );
}

function after(board: string, moves: readonly string[]): FragmentsPosition {
  const start = unwrap(referee.start({ position: board.replaceAll(' ', '\n'), free: true }, FIRST_TARGET)).position;
  return moves.reduce((position, move) => unwrap(referee.judge(position, move, FIRST_TARGET)).after, start);
}
