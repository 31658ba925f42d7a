import { MAX_CHECKS, TURN_KEY } from '../compile/keys.js';
import type { Tables } from '../compile/tables.js';

/**
 * A mutable position: `play` and `undo` change it in place, so only its owner may use it.
 *
 * All numbers lie in `cells`, because each further array slows the hot functions down, and copying costs time per
 * array. The arrays below are views into it.
 */
export type Position = {
  readonly tables: Tables;
  readonly cells: Int32Array;
  /** Single numbers, at the indices TURN … PLY. */
  readonly state: Int32Array;
  /** Squares occupied by each colour as bits: colour * words + (square >> 5). */
  readonly occupied: Int32Array;
  /** Piece codes by square. */
  readonly board: Int32Array;
  /** Castling rights lost when a move touches a square. */
  readonly rightsLost: Int32Array;
  /** Number of pieces on the board, by code. */
  readonly counts: Int32Array;
  /** Start square of the castling partner of each right; -1 without one. */
  readonly partnerFrom: Int32Array;
  /**
   * Four numbers per right: squares that must be empty (low, high) and not attacked (low, high). Only for boards of up
   * to 64 squares.
   */
  readonly castleWays: Int32Array;
  /** Number of pieces in each pocket, at index colour * roles + role. */
  readonly pockets: Int32Array;
  /** For a promoted piece: original role + 1, to which it reverts in a pocket. */
  readonly promotedFrom: Int32Array;
  /** 1 for a piece that has not moved, if the ruleset needs it. */
  readonly unmoved: Int32Array;
  /** The undo stack: one frame per ply. */
  undo: Int32Array;
  /** Pieces removed by explosions, four numbers each: square, code, promotedFrom, unmoved. */
  removed: number[];
};

export const TURN = 0;
/** The square on which a legal en passant capture is possible; -1 without one. */
export const PASSED = 1;
/** Castling rights: bit colour * 2 + side. */
export const RIGHTS = 2;
export const HALFMOVES = 3;
/** The move number at the start; see `fullmovesOf`. */
export const FULLMOVES = 4;
export const HASH_LOW = 5;
export const HASH_HIGH = 6;
/** Number of pieces of white, then black. */
export const COUNT = 7;
/** Square of a royal piece of white, then black; -1 without one. */
export const ROYAL = 9;
export const ROYALS = 11;
/** Checks given by white, then black. */
export const CHECKS = 13;
/** Number of frames on the undo stack. */
export const PLY = 15;

/** Offsets in `cells`: state at 0, then these; the other views follow RIGHTS_LOST. */
export const OCCUPIED = 16;
export const COUNTS = 32;
export const BOARD = COUNTS + 64;
export const RIGHTS_LOST = BOARD + 256;

/** Numbers per frame; a frame saves what a move destroys. */
export const FRAME = 8;
export const FRAME_MOVE = 0;
/** Code of the captured piece | code of the moving piece << 8. */
export const FRAME_TAKEN = 1;
/** Castling rights | (en passant square + 1) << 4 | halfmoves << 13. */
export const FRAME_STATUS = 2;
export const FRAME_HASH_LOW = 3;
export const FRAME_HASH_HIGH = 4;
/**
 * promotedFrom of the captured piece | of the moving piece << 8 | unmoved of the captured << 16 | of the moving << 17.
 */
export const FRAME_MARKS = 5;
/** Length of `removed` before the move. */
export const FRAME_REMOVED = 6;
/** Checks that the moving side had given before. */
export const FRAME_CHECKS = 7;

/** Enough for most searches without growing. */
const FIRST_FRAMES = 32;

export function emptyPosition(tables: Tables): Position {
  const position: Position = {
    tables,
    ...windows(tables, new Int32Array(RIGHTS_LOST + 3 * tables.size + 2 * tables.roles.length + 4 + 16)),
    undo: new Int32Array(FRAME * FIRST_FRAMES),
    removed: [],
  };
  position.partnerFrom.fill(-1);
  position.state[PASSED] = -1;
  position.state[FULLMOVES] = 1;
  position.state[ROYAL] = -1;
  position.state[ROYAL + 1] = -1;
  return position;
}

/** An independent copy, history included. */
export function clonePosition(position: Position): Position {
  const { tables } = position;
  return {
    tables,
    ...windows(tables, position.cells.slice()),
    undo: copyFrames(position),
    removed: position.removed.slice(),
  };
}

/** Copies the frames in use, with spare capacity so that playing on from the copy does not grow it at once. */
function copyFrames({ undo, state }: Position): Int32Array {
  const used = FRAME * state[PLY]!;
  const copy = new Int32Array(used + FRAME * FIRST_FRAMES);
  copy.set(undo.subarray(0, used));
  return copy;
}

function windows(tables: Tables, cells: Int32Array): Omit<Position, 'tables' | 'undo' | 'removed'> {
  const { size, words, codes, roles } = tables;
  let at = RIGHTS_LOST;
  const next = (length: number): Int32Array => {
    at += length;
    return cells.subarray(at - length, at);
  };
  return {
    cells,
    state: cells.subarray(0, OCCUPIED),
    occupied: cells.subarray(OCCUPIED, OCCUPIED + 2 * words),
    counts: cells.subarray(COUNTS, COUNTS + codes),
    board: cells.subarray(BOARD, BOARD + size),
    rightsLost: next(size),
    partnerFrom: next(4),
    castleWays: next(16),
    pockets: next(2 * roles.length),
    promotedFrom: next(size),
    unmoved: next(size),
  };
}

/** Doubles the capacity of the undo stack. */
export function growUndo(position: Position): void {
  const grown = new Int32Array(position.undo.length * 2);
  grown.set(position.undo);
  position.undo = grown;
}

/** Puts a piece on an empty square while setting up; it does not update the hash. */
export function placePiece(position: Position, square: number, code: number): void {
  const { tables, board, occupied, counts, state } = position;
  const color = code & 1;
  board[square] = code;
  occupied[color * tables.words + (square >> 5)]! ^= 1 << square;
  state[COUNT + color]!++;
  counts[code]!++;
  if (tables.isRoyal[code]) {
    state[ROYAL + color] = square;
    state[ROYALS + color]!++;
  }
}

/** Computes the hash from scratch; `play` keeps it up to date afterwards. */
export function rehash(position: Position): void {
  const { tables, board, state, pockets, promotedFrom, unmoved } = position;
  const { keys, size, roles } = tables;
  let low = 0;
  let high = 0;
  const mix = (table: Int32Array, index: number): void => {
    low ^= table[2 * index]!;
    high ^= table[2 * index + 1]!;
  };
  for (let square = 0; square < size; square++) {
    if (board[square] !== 0) mix(keys.piece, board[square]! * size + square);
    if (tables.tracksUnmoved && unmoved[square] === 1) mix(keys.unmoved, square);
    if (promotedFrom[square] !== 0) mix(keys.promoted, square);
  }
  if (state[TURN] === 1) {
    low ^= keys.piece[TURN_KEY]!;
    high ^= keys.piece[TURN_KEY + 1]!;
  }
  mix(keys.rights, state[RIGHTS]!);
  if (state[PASSED]! >= 0) mix(keys.passed, state[PASSED]!);
  for (let i = 0; i < 2 * roles.length; i++) mix(keys.pocket, pocketKey(i, pockets[i]!));
  for (let color = 0; color < 2; color++) mix(keys.checks, color * MAX_CHECKS + state[CHECKS + color]!);
  state[HASH_LOW] = low;
  state[HASH_HIGH] = high;
}

/** Index of the key of a pocket (colour * roles + role) that holds `count` pieces. */
export const pocketKey = (pocket: number, count: number): number => pocket * 64 + count;

/** The hash of a position, equal for positions that count as repetitions of each other. */
export const hashOf = (position: Position): string => hex(position.state[HASH_HIGH]!) + hex(position.state[HASH_LOW]!);

const hex = (half: number): string => (half >>> 0).toString(16).padStart(8, '0');

/** The current move number as in FEN: it increases after black's moves. */
export function fullmovesOf({ state }: Position): number {
  const ply = state[PLY]!;
  const firstTurn = (state[TURN]! + ply) & 1;
  return state[FULLMOVES]! + ((ply + firstTurn) >> 1);
}
