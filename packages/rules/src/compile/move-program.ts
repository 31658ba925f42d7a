import { formatSquare, type Geometry, rankOf, squareAt, squareIndex } from '../geometry.js';
import type { Modifiers, Movement, Onto, Ruleset, Step } from '../ruleset.js';
import {
  BLACK,
  DOUBLE_STEP,
  EN_PASSANT,
  END,
  LEAP_ALLY,
  LEAP_ANY,
  LEAP_EMPTY,
  LEAP_ENEMY,
  LEAP_FREE,
  MAY_PROMOTE,
  ONLY_SAFE,
  ONLY_UNMOVED,
  pieceCode,
  RAY_ALLY,
  RAY_ANY,
  RAY_EMPTY,
  RAY_ENEMY,
  RAY_FREE,
} from './codes.js';

export type MoveProgram = { readonly program: Uint16Array; readonly programAt: Int32Array };

/**
 * Writes every movement of every piece on every square as segments of target squares; see `codes.ts` for the format.
 */
export function moveProgram(ruleset: Ruleset, geometry: Geometry, promotes: Uint8Array): MoveProgram {
  const size = geometry.files * geometry.ranks;
  const kinds = Object.values(ruleset.pieces);
  const programAt = new Int32Array((2 + 2 * kinds.length) * size);
  const program: number[] = [END];
  kinds.forEach((kind, role) => {
    const movements = flatten(kind.movements);
    for (const color of [0, 1]) {
      const code = pieceCode(role, color);
      for (let from = 0; from < size; from++) {
        programAt[code * size + from] = program.length;
        for (const movement of movements) {
          for (const segment of segmentsFrom(geometry, movement, color, from)) {
            const promotion = segment.squares.some((to) => promotes[code * size + to] !== 0) ? MAY_PROMOTE : 0;
            program.push(segment.op | promotion, segment.squares.length, ...segment.squares);
          }
        }
        program.push(END);
      }
    }
  });
  return { program: Uint16Array.from(program), programAt };
}

/** The movements of a piece with groups flattened. */
export const flatten = (movements: readonly Movement[]): readonly Movement[] =>
  movements.flatMap((movement) => (movement.kind === 'group' ? flatten(movement.of) : [movement]));

/** Turns a step to the mover's point of view: forward is up the board for white and down for black. */
export const facing = (step: Step, color: number): Step => (color === BLACK ? [step[0], -step[1]] : step);

/** Whether a movement may start on the rank of this square, counted from the mover's own edge. */
export function mayBegin(geometry: Geometry, movement: Modifiers, color: number, from: number): boolean {
  if (movement.from === undefined) return true;
  const rank = rankOf(geometry, from);
  return movement.from.includes(color === BLACK ? geometry.ranks - rank : rank + 1);
}

/** The squares from `from` outwards in one direction, at most `upTo` of them. */
export function ray(geometry: Geometry, from: number, step: Step, upTo = Number.POSITIVE_INFINITY): number[] {
  const squares: number[] = [];
  let file = (from % geometry.files) + step[0];
  let rank = rankOf(geometry, from) + step[1];
  for (let to = squareAt(geometry, file, rank); to >= 0 && squares.length < upTo; ) {
    squares.push(to);
    file += step[0];
    rank += step[1];
    to = squareAt(geometry, file, rank);
  }
  return squares;
}

/** The paths of a slide, leap or table from a square. Obstacles cut a ray; each leap is a path of one square. */
export function pathsFrom(
  geometry: Geometry,
  movement: Movement,
  color: number,
  from: number,
): readonly (readonly number[])[] {
  switch (movement.kind) {
    case 'slide':
      return movement.along.map((step) => ray(geometry, from, facing(step, color), movement.upTo));
    case 'leap':
      return movement.to.map((step) => ray(geometry, from, facing(step, color), 1));
    case 'table': {
      const name = formatSquare(geometry, from);
      const table = color === BLACK ? movement.black : movement.white;
      const paths = (table[name] ?? []).map((path) => path.map((square) => squareIndex(geometry, square)));
      return movement.shape === 'rays' ? paths : paths.flat().map((square) => [square]);
    }
    default:
      return [];
  }
}

type Segment = { readonly op: number; readonly squares: readonly number[] };

function segmentsFrom(geometry: Geometry, movement: Movement, color: number, from: number): readonly Segment[] {
  switch (movement.kind) {
    case 'slide':
    case 'leap':
    case 'table': {
      if (!mayBegin(geometry, movement, color, from)) return [];
      const paths = pathsFrom(geometry, movement, color, from).filter((path) => path.length > 0);
      const conditions = conditionsOf(movement);
      const onto = movement.onto ?? 'free';
      if (isRayed(movement)) return paths.map((squares) => ({ op: RAY_OPS[onto] | conditions, squares }));
      return paths.length > 0 ? [{ op: LEAP_OPS[onto] | conditions, squares: paths.flat() }] : [];
    }
    case 'double-step':
      if (!mayBegin(geometry, movement, color, from)) return [];
      return movement.along
        .map((step) => ray(geometry, from, facing(step, color), 2))
        .filter((squares) => squares.length === 2)
        .map((squares) => ({ op: DOUBLE_STEP | conditionsOf(movement), squares }));
    case 'en-passant': {
      const squares = movement.to.flatMap((step) => ray(geometry, from, facing(step, color), 1));
      return squares.length > 0 ? [{ op: EN_PASSANT, squares }] : [];
    }
    case 'castle':
    case 'drop':
    case 'group':
      return [];
  }
}

/** A ray of one square is a leap, because no piece can stand between. */
const isRayed = (movement: Movement): boolean =>
  (movement.kind === 'slide' && movement.upTo !== 1) || (movement.kind === 'table' && movement.shape === 'rays');

const conditionsOf = (movement: Modifiers): number =>
  (movement.safe ? ONLY_SAFE : 0) | (movement.unmoved ? ONLY_UNMOVED : 0);

const RAY_OPS: { readonly [onto in Onto]: number } = {
  free: RAY_FREE,
  empty: RAY_EMPTY,
  enemy: RAY_ENEMY,
  any: RAY_ANY,
  ally: RAY_ALLY,
};

const LEAP_OPS: { readonly [onto in Onto]: number } = {
  free: LEAP_FREE,
  empty: LEAP_EMPTY,
  enemy: LEAP_ENEMY,
  any: LEAP_ANY,
  ally: LEAP_ALLY,
};
