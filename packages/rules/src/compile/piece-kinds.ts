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
  return KNOWN_PIECES.find(([, piece]) => hasSamePaths(movements, piece.movements, board))?.[0] ?? OTHER;
}

const KNOWN_PIECES = [
  [KNIGHT, knight],
  [BISHOP, bishop],
  [ROOK, rook],
  [QUEEN, queen],
] as const;

/** Whether two pieces lead to the same paths from each square, for both colours; most differ on the first. */
function hasSamePaths(some: readonly Movement[], others: readonly Movement[], board: Ruleset['board']): boolean {
  for (let square = 0; square < board.files * board.ranks; square++) {
    for (const color of [0, 1]) {
      if (pathsFromSquare(some, board, square, color) !== pathsFromSquare(others, board, square, color)) return false;
    }
  }
  return true;
}

/** The paths from a square as text that is equal for equal paths. */
const pathsFromSquare = (
  movements: readonly Movement[],
  board: Ruleset['board'],
  square: number,
  color: number,
): string =>
  movements
    .flatMap((movement) => pathsFrom(board, movement, color, square))
    .map((path) => path.join(' '))
    .filter((path) => path !== '')
    .sort()
    .join();

const isFreeTable = (movement: Movement): boolean => movement.kind === 'table' && Object.keys(movement).length === 4;

const isFreeSlide = (movement: Movement): movement is Extract<Movement, { kind: 'slide' }> =>
  movement.kind === 'slide' && Object.keys(movement).length === 2;

const isFreeLeap = (movement: Movement): movement is Extract<Movement, { kind: 'leap' }> =>
  movement.kind === 'leap' && Object.keys(movement).length === 2;

const isSame = (steps: readonly Step[], others: readonly Step[]): boolean =>
  steps.map(String).sort().join(' ') === others.map(String).sort().join(' ');
