import { ALL_AROUND, bishop, DIAGONAL, KNIGHT_LEAPS, knight, ORTHOGONAL, queen, rook } from '../pieces.js';
import type { Movement, PieceKind, Ruleset, Step } from '../ruleset.js';
import { flatten, pathsFrom } from './move-program.js';

/**
 * The kind of a piece in the test for sufficient material, found by its movements rather than its name. Kinds are
 * bits and can be combined.
 */
export const ROYAL_PIECE = 1;
export const PAWN = 2;
export const KNIGHT = 4;
export const BISHOP = 8;
export const ROOK = 16;
export const QUEEN = 32;
export const OTHER = 64;

/** The kind of each role, indexed by role number. */
export const kindsOf = ({ pieces, board }: Ruleset): Uint8Array =>
  Uint8Array.from(Object.values(pieces), (piece) => kindOf(piece, board));

function kindOf(piece: PieceKind, board: Ruleset['board']): number {
  if (piece.royal) return ROYAL_PIECE;
  if (piece.pawn) return PAWN;
  const movements = flatten(piece.movements).filter(({ kind }) => kind !== 'drop');
  if (movements.some(isFreeTable)) return kindByPaths(movements, board);
  const slides = movements.flatMap((movement) => (isFreeSlide(movement) ? movement.along : []));
  const leaps = movements.flatMap((movement) => (isFreeLeap(movement) ? movement.to : []));
  if (!movements.every((movement) => isFreeSlide(movement) || isFreeLeap(movement))) return OTHER;
  if (slides.length === 0 && isSame(leaps, KNIGHT_LEAPS)) return KNIGHT;
  if (leaps.length > 0) return OTHER;
  if (isSame(slides, DIAGONAL)) return BISHOP;
  if (isSame(slides, ORTHOGONAL)) return ROOK;
  return isSame(slides, ALL_AROUND) ? QUEEN : OTHER;
}

/** Tables list squares rather than steps, so paths are compared on every square of the board. */
function kindByPaths(movements: readonly Movement[], board: Ruleset['board']): number {
  if (!movements.every((one) => isFreeTable(one) || isFreeSlide(one) || isFreeLeap(one))) return OTHER;
  const own = pathsOf(movements, board);
  return KNOWN_PIECES.find(([, piece]) => pathsOf(piece.movements, board) === own)?.[0] ?? OTHER;
}

const KNOWN_PIECES = [
  [KNIGHT, knight],
  [BISHOP, bishop],
  [ROOK, rook],
  [QUEEN, queen],
] as const;

/** Where movements lead from each square, for both colours, as text that is equal for equal paths. */
function pathsOf(movements: readonly Movement[], board: Ruleset['board']): string {
  const from = (square: number, color: number): string =>
    movements
      .flatMap((movement) => pathsFrom(board, movement, color, square))
      .map((path) => path.join(' '))
      .filter((path) => path !== '')
      .sort()
      .join();
  const squares = Array.from({ length: board.files * board.ranks }, (_, square) => square);
  return squares.map((square) => `${from(square, 0)}|${from(square, 1)}`).join('\n');
}

const isFreeTable = (movement: Movement): boolean => movement.kind === 'table' && Object.keys(movement).length === 4;

const isFreeSlide = (movement: Movement): movement is Extract<Movement, { kind: 'slide' }> =>
  movement.kind === 'slide' && Object.keys(movement).length === 2;

const isFreeLeap = (movement: Movement): movement is Extract<Movement, { kind: 'leap' }> =>
  movement.kind === 'leap' && Object.keys(movement).length === 2;

const isSame = (steps: readonly Step[], others: readonly Step[]): boolean =>
  steps.map(String).sort().join(' ') === others.map(String).sort().join(' ');
