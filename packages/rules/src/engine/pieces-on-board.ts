import { BOARD, COUNT, HASH_HIGH, HASH_LOW, OCCUPIED, type Position, pocketKey, ROYAL, ROYALS } from './position.js';

/** Removes the piece from a square, updates the hash and returns its code; `restorePiece` is the inverse. */
export function takePiece(position: Position, square: number): number {
  const { tables, cells, counts } = position;
  const code = cells[BOARD + square]!;
  const color = code & 1;
  cells[BOARD + square] = 0;
  cells[OCCUPIED + color * tables.words + (square >> 5)]! ^= 1 << square;
  cells[COUNT + color]!--;
  counts[code]!--;
  hashPiece(position, code, square);
  if (tables.isRoyal[code] === 1) loseRoyal(position, color, square);
  return code;
}

/** The inverse of `takePiece`, without the hash. */
export function restorePiece(position: Position, square: number, code: number): void {
  const { tables, cells, counts } = position;
  const color = code & 1;
  cells[BOARD + square] = code;
  cells[OCCUPIED + color * tables.words + (square >> 5)]! ^= 1 << square;
  cells[COUNT + color]!++;
  counts[code]!++;
  if (tables.isRoyal[code] === 1) regainRoyal(position, color, square);
}

/** Call after a royal piece was removed from this square. */
export function loseRoyal(position: Position, color: number, square: number): void {
  const { cells } = position;
  cells[ROYALS + color]!--;
  if (cells[ROYAL + color] === square) cells[ROYAL + color] = findRoyal(position, color);
}

export function regainRoyal({ cells }: Position, color: number, square: number): void {
  cells[ROYALS + color]!++;
  cells[ROYAL + color] = square;
}

export function hashPiece(position: Position, code: number, square: number): void {
  const { tables, state } = position;
  const key = 2 * (code * tables.size + square);
  state[HASH_LOW]! ^= tables.pieceKeys[key]!;
  state[HASH_HIGH]! ^= tables.pieceKeys[key + 1]!;
}

/** Adds or removes one piece in a pocket (colour * roles + role) and updates the hash. */
export function changePocket(position: Position, pocket: number, by: 1 | -1): void {
  const { tables, pockets, state } = position;
  const before = 2 * pocketKey(pocket, pockets[pocket]!);
  pockets[pocket]! += by;
  const after = 2 * pocketKey(pocket, pockets[pocket]!);
  const keys = tables.keys.pocket;
  state[HASH_LOW]! ^= keys[before]! ^ keys[after]!;
  state[HASH_HIGH]! ^= keys[before + 1]! ^ keys[after + 1]!;
}

/** The square of a royal piece of this colour; -1 without one. */
export function findRoyal(position: Position, color: number): number {
  const { tables, board } = position;
  for (let square = 0; square < tables.size; square++) {
    const code = board[square]!;
    if (code !== 0 && (code & 1) === color && tables.isRoyal[code] === 1) return square;
  }
  return -1;
}
