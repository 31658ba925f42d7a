/**
 * Numbers shared by the compiler and the engine.
 *
 * A piece on the board is a code: 0 is an empty square, otherwise 2 + 2*role + colour (white 0, black 1), so that the
 * lowest bit is the colour.
 */
export const WHITE = 0;
export const BLACK = 1;

export const pieceCode = (role: number, color: number): number => 2 + 2 * role + color;

export const roleOfCode = (code: number): number => (code >> 1) - 1;

/** The move program of a piece on a square is a list of segments [op, length, squares …], closed by END. */
export const END = 0;
export const RAY_FREE = 1;
export const LEAP_FREE = 2;
export const RAY_EMPTY = 3;
export const LEAP_EMPTY = 4;
export const RAY_ENEMY = 5;
export const LEAP_ENEMY = 6;
export const RAY_ANY = 7;
export const LEAP_ANY = 8;
export const RAY_ALLY = 9;
export const LEAP_ALLY = 10;
export const DOUBLE_STEP = 11;
export const EN_PASSANT = 12;
/** Conditions on a segment, added to its op. An op below PLAIN_OPS has none and needs no further checks. */
export const PLAIN_OPS = 16;
export const MAY_PROMOTE = 16;
export const ONLY_SAFE = 32;
export const ONLY_UNMOVED = 64;

/** A move is one small integer: to, from << 8, flag << 16, role << 20 (promotion or drop). */
export const FLAG_DOUBLE_STEP = 1 << 16;
export const FLAG_EN_PASSANT = 2 << 16;
/** `from` is the square of the castling piece, `to` the square of its partner. */
export const FLAG_CASTLE = 3 << 16;
export const FLAG_PROMOTE = 4 << 16;
/** `from` and `to` are both the target square. */
export const FLAG_DROP = 5 << 16;
export const FLAG_MASK = 15 << 16;
export const ROLE_SHIFT = 20;

/** Range of an unlimited slide in the attack tables. */
export const UNLIMITED = 255;
