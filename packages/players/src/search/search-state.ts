import type { Position } from '@chessmith/rules';
import type { EvaluationTables } from './evaluation-tables.js';
import { MAX_PLIES } from './score.js';
import type { Traits } from './traits.js';
import type { Transpositions } from './transpositions.js';

/** Everything one search owns and changes. */
export type SearchState = {
  readonly position: Position;
  readonly tables: EvaluationTables;
  readonly traits: Traits;
  readonly transpositions: Transpositions;
  /** The moves of all plies on the current path, one list after the other, and the order in which to try them. */
  readonly moves: Int32Array;
  readonly order: Int32Array;
  /** The last index at which a list of moves may begin. */
  readonly lastList: number;
  /** Two quiet moves per ply that refuted a sibling. */
  readonly killers: Int32Array;
  /** How often a quiet move of a piece to a square was good, at code * size + square. */
  readonly history: Int32Array;
  /** The best line found from each ply, LINE numbers apart. */
  readonly lines: Int32Array;
  readonly lineLengths: Int32Array;
  /** Moves played so far. */
  nodes: number;
  readonly maxNodes: number;
  /** Asked every few hundred nodes whether to stop. */
  readonly shouldStop: () => boolean;
  isStopped: boolean;
};

export const LINE = MAX_PLIES + 2;

export type SearchInput = Pick<
  SearchState,
  'position' | 'tables' | 'traits' | 'transpositions' | 'maxNodes' | 'shouldStop'
>;

export function openSearch(input: SearchInput): SearchState {
  const { codes, size, maxMoves } = input.position.tables;
  const lastList = 1 << 14;
  return {
    ...input,
    moves: new Int32Array(lastList + maxMoves),
    order: new Int32Array(lastList + maxMoves),
    lastList,
    killers: new Int32Array(2 * LINE),
    history: new Int32Array(codes * size),
    lines: new Int32Array(LINE * LINE),
    lineLengths: new Int32Array(LINE),
    nodes: 0,
    isStopped: false,
  };
}

/** The best line found from the current position. */
export const bestLine = ({ lines, lineLengths }: SearchState): readonly number[] =>
  Array.from(lines.subarray(0, lineLengths[0]!));

/** Writes a move and the best line after it as the best line of this ply. */
export function keepLine({ lines, lineLengths }: SearchState, ply: number, move: number): void {
  const length = lineLengths[ply + 1]!;
  const at = ply * LINE;
  lines[at] = move;
  for (let i = 0; i < length; i++) lines[at + 1 + i] = lines[at + LINE + i]!;
  lineLengths[ply] = length + 1;
}
