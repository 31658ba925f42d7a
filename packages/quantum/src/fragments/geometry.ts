import { assertNever } from '@chessmith/std';
import { canCastle } from './castling-rights.js';
import { fileOf, isOnBoard, rankOf, type Square, squareAt } from './square.js';
import type { WorkingBoard, WorkingChessman } from './working-board.js';

/** Where a chessman could go from a square on an empty board, in the order of the protocol's lists. */
export function reach(working: WorkingBoard, man: WorkingChessman, from: Square): Square[] {
  switch (man.role) {
    case 'rook':
      return [...column(from), ...row(from)];
    case 'bishop':
      return [...rising(from), ...falling(from)];
    case 'queen':
      return [...column(from), ...row(from), ...rising(from), ...falling(from)];
    case 'knight':
      return steps(from, KNIGHT);
    case 'king':
      return [...steps(from, KING), ...CASTLES.flatMap((side) => canCastle(working, man, from, side)?.kingTo ?? [])];
    case 'pawn':
      return pawnReach(working, man, from);
    default:
      return assertNever(man.role);
  }
}

/** The squares strictly between two squares on a line; none for a knight. */
export function between(man: WorkingChessman, from: Square, to: Square): Square[] {
  if (man.role === 'knight') return [];
  const file = Math.sign(fileOf(to) - fileOf(from));
  const rank = Math.sign(rankOf(to) - rankOf(from));
  const squares: Square[] = [];
  let square = squareAt(fileOf(from) + file, rankOf(from) + rank);
  while (square !== to) {
    squares.push(square);
    square = squareAt(fileOf(square) + file, rankOf(square) + rank);
  }
  return squares;
}

const CASTLES = ['queen', 'king'] as const;

const KNIGHT = [
  [2, 1],
  [1, 2],
  [-1, 2],
  [-2, 1],
  [-2, -1],
  [-1, -2],
  [1, -2],
  [2, -1],
] as const;

const KING = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7] as const;

function column(from: Square): Square[] {
  return EIGHT.map((rank) => squareAt(fileOf(from), rank)).filter((square) => square !== from);
}

function row(from: Square): Square[] {
  return EIGHT.map((file) => squareAt(file, rankOf(from))).filter((square) => square !== from);
}

/** The rising diagonal, from lower left to upper right. */
function rising(from: Square): Square[] {
  return EIGHT.filter((file) => isOnBoard(file, rankOf(from) + file - fileOf(from)))
    .map((file) => squareAt(file, rankOf(from) + file - fileOf(from)))
    .filter((square) => square !== from);
}

/** The falling diagonal, from lower right to upper left. */
function falling(from: Square): Square[] {
  return EIGHT.filter((rank) => isOnBoard(fileOf(from) + rankOf(from) - rank, rank))
    .map((rank) => squareAt(fileOf(from) + rankOf(from) - rank, rank))
    .filter((square) => square !== from);
}

function steps(from: Square, by: readonly (readonly [number, number])[]): Square[] {
  return by
    .map(([files, ranks]) => [fileOf(from) + files, rankOf(from) + ranks] as const)
    .filter(([file, rank]) => isOnBoard(file, rank))
    .map(([file, rank]) => squareAt(file, rank));
}

function pawnReach(working: WorkingBoard, man: WorkingChessman, from: Square): Square[] {
  const forward = man.color === 'white' ? 1 : -1;
  const captures = steps(from, [
    [1, forward],
    [-1, forward],
  ]).filter((square) => working.at[square] !== undefined);
  const doubleStep = man.moved ? [] : steps(from, [[0, 2 * forward]]);
  return [...steps(from, [[0, forward]]), ...captures, ...doubleStep];
}
