import { MAX_CHECKS } from '../compile/keys.js';
import type { Tables } from '../compile/tables.js';

/**
 * A position in play: owned by whoever holds it and changed in place by `play` and `undo`.
 * What changes with every move and is a plain number lives in `state`, at the indices below.
 */
export type Position = {
  readonly tables: Tables;
  /** Piece codes by square. */
  readonly board: Uint8Array;
  /** The squares of the pieces of a colour as bits: colour * words + (square >> 5). */
  readonly occupied: Int32Array;
  /** Pieces on the board by code. */
  readonly counts: Uint8Array;
  readonly state: Int32Array;
  /** Where the castling partner of each right stood at the start, -1 without one. */
  readonly partnerFrom: Int16Array;
  /** For each right four numbers: squares that must be empty (low, high) and safe (low, high); boards of up to 64 squares. */
  readonly castleWays: Int32Array;
  /** Rights that end when a move touches a square. */
  readonly rightsLost: Uint8Array;
  /** colour * roles + role. */
  readonly pockets: Uint8Array;
  /** Role + 1 that a promoted piece goes back to when it is captured into a pocket. */
  readonly promotedFrom: Uint8Array;
  /** 1 for a piece that has not moved, where the rules ask. */
  readonly unmoved: Uint8Array;
  /** One frame per ply played. */
  undo: Int32Array;
  /** Pieces removed by explosions, four numbers each: square, code, promotedFrom, unmoved. */
  removed: number[];
};

export const TURN = 0;
/** The square that can be captured on en passant by a legal move, -1 without one. */
export const PASSED = 1;
/** Bit colour * 2 + side. */
export const RIGHTS = 2;
export const HALFMOVES = 3;
export const FULLMOVES = 4;
export const HASH_LOW = 5;
export const HASH_HIGH = 6;
/** Pieces of white and black. */
export const COUNT = 7;
/** A royal piece of white and black, -1 without one. */
export const ROYAL = 9;
export const ROYALS = 11;
/** Checks given by white and black. */
export const CHECKS = 13;
/** Frames on the undo stack. */
export const PLY = 15;
const STATE_SIZE = 16;

/** A frame holds what a move destroys. */
export const FRAME = 10;
export const FRAME_MOVE = 0;
/** Code of the captured piece | code of the mover << 8. */
export const FRAME_TAKEN = 1;
export const FRAME_RIGHTS = 2;
export const FRAME_PASSED = 3;
export const FRAME_HALFMOVES = 4;
export const FRAME_HASH_LOW = 5;
export const FRAME_HASH_HIGH = 6;
/** promotedFrom of the victim | of the mover << 8 | unmoved of the victim << 16 | of the mover << 17. */
export const FRAME_MARKS = 7;
/** Length of `removed` before the move. */
export const FRAME_REMOVED = 8;
/** Checks the mover had given before. */
export const FRAME_CHECKS = 9;
const FIRST_FRAMES = 16;

export function emptyPosition(tables: Tables): Position {
  const state = new Int32Array(STATE_SIZE);
  state[PASSED] = -1;
  state[FULLMOVES] = 1;
  state[ROYAL] = -1;
  state[ROYAL + 1] = -1;
  return {
    tables,
    board: new Uint8Array(tables.size),
    occupied: new Int32Array(2 * tables.words),
    counts: new Uint8Array(tables.codes),
    state,
    partnerFrom: new Int16Array(4).fill(-1),
    castleWays: new Int32Array(16),
    rightsLost: new Uint8Array(tables.size),
    pockets: new Uint8Array(2 * tables.roles.length),
    promotedFrom: new Uint8Array(tables.size),
    unmoved: new Uint8Array(tables.size),
    undo: new Int32Array(FRAME * FIRST_FRAMES),
    removed: [],
  };
}

/** An independent copy, history included. */
export function clonePosition(position: Position): Position {
  return {
    tables: position.tables,
    board: position.board.slice(),
    occupied: position.occupied.slice(),
    counts: position.counts.slice(),
    state: position.state.slice(),
    partnerFrom: position.partnerFrom.slice(),
    castleWays: position.castleWays.slice(),
    rightsLost: position.rightsLost.slice(),
    pockets: position.pockets.slice(),
    promotedFrom: position.promotedFrom.slice(),
    unmoved: position.unmoved.slice(),
    undo: position.undo.slice(0, FRAME * (position.state[PLY]! + 1)),
    removed: position.removed.slice(),
  };
}

/** Makes room for one more frame. */
export function growUndo(position: Position): void {
  const grown = new Int32Array(position.undo.length * 2);
  grown.set(position.undo);
  position.undo = grown;
}

/** Puts a piece on an empty square; not for use within a move. */
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

/** Computes the hash from nothing; `play` keeps it up to date afterwards. */
export function rehash(position: Position): void {
  const { tables, board, state, pockets, unmoved } = position;
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
  }
  if (state[TURN] === 1) mix(keys.turn, 0);
  mix(keys.rights, state[RIGHTS]!);
  if (state[PASSED]! >= 0) mix(keys.passed, state[PASSED]!);
  for (let i = 0; i < 2 * roles.length; i++) mix(keys.pocket, pocketKey(i, pockets[i]!));
  for (let color = 0; color < 2; color++) mix(keys.checks, color * MAX_CHECKS + state[CHECKS + color]!);
  state[HASH_LOW] = low;
  state[HASH_HIGH] = high;
}

/** Index of the key of a pocket (colour * roles + role) that holds `count` pieces. */
export const pocketKey = (pocket: number, count: number): number => pocket * 64 + count;

/** The hash of a position, the same for all positions that count as repetitions of each other. */
export const hashOf = (position: Position): string => hex(position.state[HASH_HIGH]!) + hex(position.state[HASH_LOW]!);

const hex = (half: number): string => (half >>> 0).toString(16).padStart(8, '0');
