import { NONE, WHITE } from './piece.js';
import { BIT_HI, BIT_LO, squaresOf } from './square.js';
import { classicalWave, copyWave, emptyWave, expectedPieces, type Wave } from './wave.js';

/**
 * A position that its one owner plays on in place. Every board of the superposition that has a piece on a square has the
 * same kind of piece there: the register says which. A square has a kind exactly when some state occupies it.
 */
export type Board = {
  wave: Wave;
  readonly piece: Uint8Array;
  /** The register once more, as one set of squares per kind. */
  readonly kindLo: Int32Array;
  readonly kindHi: Int32Array;
  /** `WHITE` or `BLACK`. */
  turn: number;
  /** Bits of `CASTLING`. */
  castling: number;
  /** The square a pawn has just skipped, or -1. */
  ep: number;
  /** Plies since the expected number of pieces last changed by one or more, and what it was then. */
  fifty: number;
  countAtReset: number;
  ply: number;
  fullmove: number;
  /** More states than half of this, and splits and merges are against the rules. */
  cap: number;
};

export const CASTLING = { K: 1, Q: 2, k: 4, q: 8 } as const;

export const DEFAULT_CAP: number = 2 ** 14;
export const LARGEST_CAP: number = 2 ** 17;

/**
 * A board at the start of a game, white to move, with these amplitudes; `pieces` says for 64 squares what may stand there.
 * The wave is its own from now on.
 */
export function boardOf(wave: Wave, pieces: ArrayLike<number>, cap = DEFAULT_CAP): Board {
  const board = blank(wave);
  for (let square = 0; square < 64; square++) setPiece(board, square, pieces[square]!);
  board.cap = cap;
  board.countAtReset = expectedPieces(wave);
  return board;
}

/** The same with one state, in which every piece is where it is. */
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

/** A board that shares nothing with the other. */
export function cloneBoard(board: Board): Board {
  const clone = blank(emptyWave(board.wave.size));
  copyBoard(board, clone);
  return clone;
}

/** Overwrites `to`, using its memory again. */
export function copyBoard(from: Board, to: Board): void {
  copyWave(from.wave, to.wave);
  copyRegister(from, to);
}

/** As `copyBoard`, for a `from` that is done with: the two exchange their waves instead of copying them. */
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

/** The squares on which a piece of this kind may be. */
export const squaresOfKind = (board: Board, kind: number): number[] =>
  squaresOf(board.kindLo[kind]!, board.kindHi[kind]!);

export const mayHold = (board: Board, kind: number): boolean => (board.kindLo[kind]! | board.kindHi[kind]!) !== 0;

/** Occupied in every state. */
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
