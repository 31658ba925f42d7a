import { type Board, CASTLING, setPiece } from './board.js';
import { flipWhere, merge, replace, split, swap } from './gates.js';
import { joinLabels, renumberLabels, tagWhere } from './labels.js';
import { collapse, collapseTo, emptyPredicate, predicateOf, probabilityOf, project } from './measure.js';
import { type Move, MoveType, Variant } from './move.js';
import { BLACK, KING, NONE, PAWN, ROOK, WHITE } from './piece.js';
import { BIT_HI, BIT_LO, PATH_HI, PATH_LO } from './square.js';
import { expectedPieces, refreshMasks, type Wave } from './wave.js';

/** The result of a move: `blocked` and `passed` were measured (m0, m1); `done` and `void` were certain beforehand. */
export const PlayResult = { blocked: 0, passed: 1, done: 2, void: 3 } as const;

/** Values of `draw` that force a result, if it is possible. */
export const FORCE_PASS = -1;
export const FORCE_BLOCK = 2;

const predicate = emptyPredicate();

/** The probability of result m1; null if the move measures nothing. */
export function successProbability(board: Board, move: Move): number | null {
  return predicateOf(move, predicate) ? probabilityOf(board.wave, predicate) : null;
}

/**
 * Plays a legal move in place; `draw` in [0, 1) decides a measurement. A blocked or void move uses the turn but changes
 * the register only where squares became empty.
 */
export function playMove(board: Board, move: Move, draw: number): number {
  const { wave } = board;
  let result: number = PlayResult.done;
  if (predicateOf(move, predicate)) {
    const success = probabilityOf(wave, predicate);
    if (success === 0) result = PlayResult.void;
    else if (success < 1) {
      result = draw < success ? PlayResult.passed : PlayResult.blocked;
      project(wave, predicate, result === PlayResult.passed);
      renumberLabels(wave);
      refreshMasks(wave);
    }
  }
  board.ep = -1;
  if (result === PlayResult.passed || result === PlayResult.done) perform(board, move);
  if (result <= PlayResult.passed && wave.labels > 1) joinLabels(wave);
  forgetEmptySquares(board);
  passTurn(board, result <= PlayResult.passed || countChanges(move));
  return result;
}

/** Measures every square, as the official fifty-move rule requires. */
export function measureAll(board: Board, draw: number): void {
  collapse(board.wave, draw);
  forgetEmptySquares(board);
}

/** Like `measureAll` with a known result; false if no state has this occupancy. */
export function measureAllAs(board: Board, lo: number, hi: number): boolean {
  const { wave } = board;
  let found = false;
  for (let i = 0; i < wave.size && !found; i++) found = wave.lo[i] === lo >>> 0 && wave.hi[i] === hi >>> 0;
  if (!found) return false;
  collapseTo(wave, lo, hi);
  forgetEmptySquares(board);
  return true;
}

/** Applies the gates of a move whose predicate, if any, was true. It does not change register or turn. */
export function applyGates(wave: Wave, move: Move): void {
  const type = move & 15;
  const variant = (move >> 4) & 3;
  const a = (move >> 6) & 63;
  const b = (move >> 12) & 63;
  const c = (move >> 18) & 63;
  switch (type) {
    case MoveType.jump:
    case MoveType.pawnStep:
      if (variant === Variant.capture) capture(wave, a, b);
      else swap(wave, a, b, 1, 0, 0);
      break;
    case MoveType.slide:
    case MoveType.pawnTwoStep:
      if (variant === Variant.capture) capture(wave, a, b);
      else swap(wave, a, b, 1, PATH_LO[a * 64 + b]!, PATH_HI[a * 64 + b]!);
      break;
    case MoveType.splitJump:
      split(wave, a, b, c, 0, 0, 0, 0);
      break;
    case MoveType.splitSlide: {
      // The squares of the move itself never block an arm.
      const lo = ~(BIT_LO[a]! | BIT_LO[b]! | BIT_LO[c]!);
      const hi = ~(BIT_HI[a]! | BIT_HI[b]! | BIT_HI[c]!);
      const one = a * 64 + b;
      const two = a * 64 + c;
      split(wave, a, b, c, PATH_LO[one]! & lo, PATH_HI[one]! & hi, PATH_LO[two]! & lo, PATH_HI[two]! & hi);
      break;
    }
    case MoveType.mergeJump:
      merge(wave, a, b, c, 0, 0, 0, 0);
      break;
    case MoveType.mergeSlide: {
      const lo = ~(BIT_LO[a]! | BIT_LO[b]! | BIT_LO[c]!);
      const hi = ~(BIT_HI[a]! | BIT_HI[b]! | BIT_HI[c]!);
      const one = a * 64 + c;
      const two = b * 64 + c;
      merge(wave, a, b, c, PATH_LO[one]! & lo, PATH_HI[one]! & hi, PATH_LO[two]! & lo, PATH_HI[two]! & hi);
      break;
    }
    case MoveType.pawnCapture:
      // Where the target is occupied the pawn replaces that piece, so its source empties; elsewhere the pawn stays.
      flipWhere(wave, BIT_LO[a]!, BIT_HI[a]!, BIT_LO[a]! | BIT_LO[b]!, BIT_HI[a]! | BIT_HI[b]!, 0, 0);
      break;
    case MoveType.enPassant:
      enPassant(wave, variant, a, b, (a & 56) | (b & 7));
      break;
    case MoveType.castleKingside:
      swap(wave, a, b, 1, 0, 0);
      swap(wave, b + 1, b - 1, 1, 0, 0);
      break;
    case MoveType.castleQueenside:
      swap(wave, a, b, 1, BIT_LO[b - 1]!, BIT_HI[b - 1]!);
      swap(wave, b - 2, b + 1, 1, BIT_LO[b - 1]!, BIT_HI[b - 1]!);
      break;
  }
  refreshMasks(wave);
}

function capture(wave: Wave, from: number, to: number): void {
  if (wave.size > 1) tagWhere(wave, BIT_LO[to]!, BIT_HI[to]!, 0, 0);
  replace(wave, from, to);
}

function enPassant(wave: Wave, variant: number, from: number, to: number, pawn: number): void {
  const fromLo = BIT_LO[from]!;
  const fromHi = BIT_HI[from]!;
  const toLo = BIT_LO[to]!;
  const toHi = BIT_HI[to]!;
  const movesLo = fromLo | BIT_LO[pawn]!;
  const movesHi = fromHi | BIT_HI[pawn]!;
  tagWhere(wave, movesLo, movesHi, toLo, toHi);
  if (variant === Variant.capture) {
    tagWhere(wave, fromLo | toLo, fromHi | toHi, 0, 0);
    flipWhere(wave, fromLo, fromHi, fromLo | toLo, fromHi | toHi, 0, 0);
  }
  flipWhere(wave, movesLo | toLo, movesHi | toHi, movesLo, movesHi, toLo, toHi);
}

function perform(board: Board, move: Move): void {
  const type = move & 15;
  if (type === MoveType.pass) return;
  const a = (move >> 6) & 63;
  const b = (move >> 12) & 63;
  const c = (move >> 18) & 63;
  const promotion = (move >> 24) & 15;
  const mover = board.piece[a]!;
  const side = mover & BLACK;
  const pair = (type & 12) === 4;
  // Merge indistinguishable branches before splitting.
  if (pair && board.wave.labels > 1) joinLabels(board.wave);
  applyGates(board.wave, move);
  if (board.castling !== 0) board.castling &= KEEPS_RIGHTS[a]! & KEEPS_RIGHTS[b]! & (pair ? KEEPS_RIGHTS[c]! : 15);
  if (pair) {
    setPiece(board, c, mover);
    if (type <= MoveType.splitSlide) setPiece(board, b, mover);
  } else if (type === MoveType.castleKingside || type === MoveType.castleQueenside) {
    setPiece(board, b, side | KING);
    setPiece(board, type === MoveType.castleKingside ? b - 1 : b + 1, side | ROOK);
  } else {
    setPiece(board, b, promotion === 0 ? mover : side | promotion);
    if (type === MoveType.pawnTwoStep && ((board.wave.orLo & BIT_LO[b]!) | (board.wave.orHi & BIT_HI[b]!)) !== 0) {
      board.ep = (a + b) >> 1;
    }
  }
}

/** The castling rights that remain after a move that touches this square. */
const KEEPS_RIGHTS: Uint8Array = new Uint8Array(64).fill(15);
KEEPS_RIGHTS[4] = 15 & ~(CASTLING.K | CASTLING.Q);
KEEPS_RIGHTS[0] = 15 & ~CASTLING.Q;
KEEPS_RIGHTS[7] = 15 & ~CASTLING.K;
KEEPS_RIGHTS[60] = 15 & ~(CASTLING.k | CASTLING.q);
KEEPS_RIGHTS[56] = 15 & ~CASTLING.q;
KEEPS_RIGHTS[63] = 15 & ~CASTLING.k;

function forgetEmptySquares(board: Board): void {
  const { wave, kindLo, kindHi } = board;
  for (let kind = PAWN; kind < kindLo.length; kind++) {
    for (let gone = kindLo[kind]! & ~wave.orLo; gone !== 0; gone &= gone - 1) {
      board.piece[31 - Math.clz32(gone & -gone)] = NONE;
    }
    for (let gone = kindHi[kind]! & ~wave.orHi; gone !== 0; gone &= gone - 1) {
      board.piece[63 - Math.clz32(gone & -gone)] = NONE;
    }
    kindLo[kind]! &= wave.orLo;
    kindHi[kind]! &= wave.orHi;
  }
}

/**
 * Unitary moves keep the number of pieces in every state; only these moves and measurements can change the expected
 * number.
 */
const countChanges = (move: Move): boolean =>
  ((move >> 4) & 3) === Variant.capture || (move & 15) === MoveType.pawnCapture || (move & 15) === MoveType.enPassant;

function passTurn(board: Board, recount: boolean): void {
  board.ply++;
  board.fifty++;
  if (board.turn === BLACK) board.fullmove++;
  board.turn ^= BLACK ^ WHITE;
  if (!recount) return;
  const count = expectedPieces(board.wave);
  if (Math.abs(count - board.countAtReset) > 0.9999) {
    board.fifty = 0;
    board.countAtReset = count;
  }
}
