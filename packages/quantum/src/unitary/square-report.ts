import type { Joint } from '../inspection/joint.js';
import { type Board, squaresOfKind } from './board.js';
import { maySuperpose, mergeMoves, movesFrom, splitTargets } from './generate.js';
import { firstSquare, moveList, secondSquare, thirdSquare } from './move.js';
import { formatMove } from './notation.js';
import { BLACK, NONE } from './piece.js';
import { successProbability } from './play.js';
import { jointOf } from './probability.js';
import { BIT_HI, BIT_LO, squareName, squaresOf } from './square.js';

/** The moves, splits and merges of the piece that may be on a square, in notation; `success` is null if nothing is measured. */
export type SquareReport = {
  readonly moves: readonly { readonly move: string; readonly to: string; readonly success: number | null }[];
  /** Any two of these squares can be combined. */
  readonly splits: readonly string[];
  readonly merges: readonly { readonly with: string; readonly to: readonly string[] }[];
};

/** For the side whose piece may be there, whichever side is to move. */
export function squareReport(board: Board, square: number): SquareReport {
  const list = moveList();
  movesFrom(board, square, list);
  const moves = [...list.moves.subarray(0, list.count)].map((move) => ({
    move: formatMove(move),
    to: squareName(secondSquare(move)),
    success: successProbability(board, move),
  }));
  return { moves, splits: splitsOf(board, square), merges: mergesOf(board, square) };
}

function splitsOf(board: Board, square: number): string[] {
  if (!maySuperpose(board)) return [];
  const targets = new Uint8Array(64);
  const count = splitTargets(board, square, targets);
  return count < 2 ? [] : [...targets.subarray(0, count)].map((target) => squareName(target & 63));
}

function mergesOf(board: Board, square: number): { with: string; to: string[] }[] {
  const kind = board.piece[square]!;
  if (kind === NONE) return [];
  const list = moveList();
  mergeMoves(board, kind & BLACK, list);
  const partners = new Map<number, string[]>();
  for (const move of list.moves.subarray(0, list.count)) {
    if (firstSquare(move) !== square) continue;
    const targets = partners.get(secondSquare(move)) ?? [];
    partners.set(secondSquare(move), [...targets, squareName(thirdSquare(move))]);
  }
  return [...partners].map(([partner, to]) => ({ with: squareName(partner), to }));
}

/** The other squares that may hold a piece of the same kind: pieces have kinds but no identity. */
export function squaresOfSameKind(board: Board, square: number): number[] {
  const kind = board.piece[square]!;
  return kind === NONE ? [] : squaresOfKind(board, kind).filter((other) => other !== square);
}

export type Entangled = { readonly square: number; readonly joint: Joint };

/** The squares that measuring this one would give information about, most informative first. */
export function entangledSquares(board: Board, square: number, leastInformation = 1e-9): Entangled[] {
  const { orLo, orHi, andLo, andHi } = board.wave;
  const openLo = orLo & ~andLo;
  const openHi = orHi & ~andHi;
  if (((openLo & BIT_LO[square]!) | (openHi & BIT_HI[square]!)) === 0) return [];
  return squaresOf(openLo, openHi)
    .filter((other) => other !== square)
    .map((other) => ({ square: other, joint: jointOf(board, square, other) }))
    .filter(({ joint }) => joint.information > leastInformation)
    .sort((a, b) => b.joint.information - a.joint.information);
}
