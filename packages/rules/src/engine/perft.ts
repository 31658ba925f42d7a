import { countLegal, generateLegal } from './generate-legal.js';
import { play, undo } from './play.js';
import type { Position } from './position.js';

/** Counts the leaf nodes of the tree of legal moves; the last ply is counted without playing it. */
export function perft(position: Position, depth: number): number {
  return depth < 1 ? 1 : countBulk(position, depth, bufferFor(position, depth), 0);
}

/** The same count, but plays and undoes every leaf move. */
export function perftPlayed(position: Position, depth: number): number {
  return depth < 1 ? 1 : countPlayed(position, depth, bufferFor(position, depth), 0);
}

/** The number of leaf nodes below each legal move. */
export function divide(
  position: Position,
  depth: number,
): readonly { readonly move: number; readonly leaves: number }[] {
  const moves = bufferFor(position, depth);
  const end = generateLegal(position, moves, 0);
  return Array.from(moves.slice(0, end), (move) => {
    play(position, move);
    const leaves = depth > 1 ? countBulk(position, depth - 1, moves, end) : 1;
    undo(position);
    return { move, leaves };
  });
}

function countBulk(position: Position, depth: number, moves: Int32Array, at: number): number {
  if (depth === 1) return countLegal(position, moves, at);
  const end = generateLegal(position, moves, at);
  let leaves = 0;
  for (let i = at; i < end; i++) {
    play(position, moves[i]!);
    leaves += countBulk(position, depth - 1, moves, end);
    undo(position);
  }
  return leaves;
}

function countPlayed(position: Position, depth: number, moves: Int32Array, at: number): number {
  const end = generateLegal(position, moves, at);
  let leaves = 0;
  for (let i = at; i < end; i++) {
    play(position, moves[i]!);
    leaves += depth === 1 ? 1 : countPlayed(position, depth - 1, moves, end);
    undo(position);
  }
  return leaves;
}

let spare = new Int32Array(0);

/** A reusable buffer for the moves of `depth` plies. */
function bufferFor(position: Position, depth: number): Int32Array {
  const needed = depth * position.tables.maxMoves;
  if (needed > spare.length) spare = new Int32Array(needed);
  return spare;
}
