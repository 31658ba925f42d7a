import { NONE, WHITE } from './piece.js';
import { BIT_HI, BIT_LO, squaresOf } from './square.js';
import { classicalWave, copyWave, emptyWave, expectedPieces, type Wave } from './wave.js';

/**
 * A mutable position with one owner. All boards of the superposition that have a piece on a square have the same kind
 * of piece there, which the register `piece` stores. A square has a kind exactly if some state occupies it.
 */
export type Board = {
  wave: Wave;
  readonly piece: Uint8Array;
  /** The register again, as one set of squares per kind. */
  readonly kindLo: Int32Array;
  readonly kindHi: Int32Array;
  /** `WHITE` or `BLACK`. */
  turn: number;
  /** Bits of `CASTLING`. */
  castling: number;
  /** The square that a pawn has just skipped (en passant), or -1. */
  ep: number;
  /** Plies since the expected number of pieces last changed by at least one, and that number. */
  fifty: number;
  countAtReset: number;
  ply: number;
  fullmove: number;
  /** With more than half this many states, splits and merges are refused. */
  cap: number;
};

export const CASTLING = { K: 1, Q: 2, k: 4, q: 8 } as const;

export const DEFAULT_CAP: number = 2 ** 14;
export const LARGEST_CAP: number = 2 ** 17;

/**
 * A board at the start of a game with these amplitudes, white to move; `pieces` gives the kind on each of 64 squares.
 * The board takes ownership of the wave.
 */
export function boardOf(wave: Wave, pieces: ArrayLike<number>, cap = DEFAULT_CAP): Board {
  const board = blank(wave);
  for (let square = 0; square < 64; square++) setPiece(board, square, pieces[square]!);
  board.cap = cap;
  board.countAtReset = expectedPieces(wave);
  return board;
}

/** Like `boardOf`, with a single state in which every piece is present. */
export function classicalBoard(pieces: ArrayLike<number>, cap = DEFAULT_CAP): Board {
  let lo = 0;
  let hi = 0;
  for (let square = 0; square < 64; square++) {
    if (pieces[square] === NONE) continue;
    lo |= BIT_LO[square]!;
    hi |= BIT_HI[square]!;
  }
  return boardOf(classicalWave(lo, hi), pieces, cap);
}

/** An independent copy. */
export function cloneBoard(board: Board): Board {
  const clone = blank(emptyWave(board.wave.size));
  copyBoard(board, clone);
  return clone;
}

/** Overwrites `to`, reusing its memory. */
export function copyBoard(from: Board, to: Board): void {
  copyWave(from.wave, to.wave);
  copyRegister(from, to);
}

/** Like `copyBoard`, for a `from` that is no longer needed: swaps the waves instead of copying them. */
export function takeBoard(from: Board, to: Board): void {
  const { wave } = to;
  to.wave = from.wave;
  from.wave = wave;
  copyRegister(from, to);
}

function copyRegister(from: Board, to: Board): void {
  to.piece.set(from.piece);
  to.kindLo.set(from.kindLo);
  to.kindHi.set(from.kindHi);
  to.turn = from.turn;
  to.castling = from.castling;
  to.ep = from.ep;
  to.fifty = from.fifty;
  to.countAtReset = from.countAtReset;
  to.ply = from.ply;
  to.fullmove = from.fullmove;
  to.cap = from.cap;
}

export function setPiece(board: Board, square: number, kind: number): void {
  const old = board.piece[square]!;
  if (old === kind) return;
  board.piece[square] = kind;
  const lo = BIT_LO[square]!;
  const hi = BIT_HI[square]!;
  if (old !== NONE) {
    board.kindLo[old]! &= ~lo;
    board.kindHi[old]! &= ~hi;
  }
  if (kind !== NONE) {
    board.kindLo[kind]! |= lo;
    board.kindHi[kind]! |= hi;
  }
}

/** The squares that may hold a piece of this kind. */
export const squaresOfKind = (board: Board, kind: number): number[] =>
  squaresOf(board.kindLo[kind]!, board.kindHi[kind]!);

export const mayHold = (board: Board, kind: number): boolean => (board.kindLo[kind]! | board.kindHi[kind]!) !== 0;

/** Whether the square is occupied in every state. */
export const isFull = (wave: Wave, square: number): boolean =>
  ((wave.andLo & BIT_LO[square]!) | (wave.andHi & BIT_HI[square]!)) !== 0;

function blank(wave: Wave): Board {
  return {
    wave,
    piece: new Uint8Array(64),
    kindLo: new Int32Array(16),
    kindHi: new Int32Array(16),
    turn: WHITE,
    castling: 0,
    ep: -1,
    fifty: 0,
    countAtReset: 0,
    ply: 0,
    fullmove: 1,
    cap: DEFAULT_CAP,
  };
}
