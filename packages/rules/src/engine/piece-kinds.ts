import { pieceCode } from '../compile/codes.js';
import { flatten } from '../compile/movement-tape.js';
import type { Tables } from '../compile/tables.js';
import { ALL_AROUND, DIAGONAL, KNIGHT_LEAPS, ORTHOGONAL } from '../pieces.js';
import type { Movement, PieceKind, Step } from '../ruleset.js';
import type { Position } from './position.js';

/** What a piece counts as when material is weighed, found by how it moves, whatever its name. Kinds can be added up. */
export const ROYAL_MAN = 1;
export const PAWN = 2;
export const KNIGHT = 4;
export const BISHOP = 8;
export const ROOK = 16;
export const QUEEN = 32;
export const OTHER = 64;

/** How many men of these kinds a colour has on the board. */
export function menOf(position: Position, wanted: number, color: number): number {
  const { tables, counts } = position;
  const kinds = kindsOf(tables);
  let men = 0;
  for (let role = 0; role < kinds.length; role++) {
    if ((kinds[role]! & wanted) !== 0) men += counts[pieceCode(role, color)]!;
  }
  return men;
}

/** How many bishops of a colour stand on dark squares (shade 0, as a1) or on light ones (shade 1). */
export function bishopsOn(position: Position, shade: number, color: number): number {
  const { tables, board } = position;
  const kinds = kindsOf(tables);
  let bishops = 0;
  for (let square = 0; square < tables.size; square++) {
    const code = board[square]!;
    if (code === 0 || (code & 1) !== color || kinds[(code >> 1) - 1] !== BISHOP) continue;
    if (shadeOf(tables, square) === shade) bishops++;
  }
  return bishops;
}

/** 0 for dark squares, 1 for light ones. */
export const shadeOf = (tables: Tables, square: number): number =>
  ((square % tables.files) + Math.trunc(square / tables.files)) & 1;

const known = new WeakMap<Tables, Uint8Array>();

/** The kind of each role. */
export function kindsOf(tables: Tables): Uint8Array {
  let kinds = known.get(tables);
  if (kinds === undefined) {
    kinds = Uint8Array.from(Object.values(tables.ruleset.pieces), kindOf);
    known.set(tables, kinds);
  }
  return kinds;
}

function kindOf(piece: PieceKind): number {
  if (piece.royal) return ROYAL_MAN;
  if (piece.pawn) return PAWN;
  const movements = flatten(piece.movements).filter(({ kind }) => kind !== 'drop');
  const slides = movements.flatMap((movement) => (isFreeSlide(movement) ? movement.along : []));
  const leaps = movements.flatMap((movement) => (isFreeLeap(movement) ? movement.to : []));
  if (!movements.every((movement) => isFreeSlide(movement) || isFreeLeap(movement))) return OTHER;
  if (slides.length === 0 && isSame(leaps, KNIGHT_LEAPS)) return KNIGHT;
  if (leaps.length > 0) return OTHER;
  if (isSame(slides, DIAGONAL)) return BISHOP;
  if (isSame(slides, ORTHOGONAL)) return ROOK;
  return isSame(slides, ALL_AROUND) ? QUEEN : OTHER;
}

const isFreeSlide = (movement: Movement): movement is Extract<Movement, { kind: 'slide' }> =>
  movement.kind === 'slide' && Object.keys(movement).length === 2;

const isFreeLeap = (movement: Movement): movement is Extract<Movement, { kind: 'leap' }> =>
  movement.kind === 'leap' && Object.keys(movement).length === 2;

const isSame = (steps: readonly Step[], others: readonly Step[]): boolean =>
  steps.map(String).sort().join(' ') === others.map(String).sort().join(' ');
