import {
  DOUBLE_STEP,
  EN_PASSANT,
  END,
  FLAG_CASTLE,
  FLAG_DOUBLE_STEP,
  FLAG_DROP,
  FLAG_EN_PASSANT,
  FLAG_PROMOTE,
  LEAP_ALLY,
  LEAP_ANY,
  LEAP_EMPTY,
  LEAP_ENEMY,
  LEAP_FREE,
  MAY_PROMOTE,
  ONLY_SAFE,
  ONLY_UNMOVED,
  PLAIN_OPS,
  pieceCode,
  RAY_ALLY,
  RAY_ANY,
  RAY_EMPTY,
  RAY_ENEMY,
  RAY_FREE,
  ROLE_SHIFT,
  roleOfCode,
} from '../compile/codes.js';
import { isAttacked, isThreatened } from './attacks.js';
import { PASSED, type Position, RIGHTS, ROYAL, ROYALS, TURN } from './position.js';

/**
 * Writes the moves of the piece on `from` into `out` from index `at` and returns the new end. It ignores restrictions
 * such as "no self-check"; `castlingMoves` handles castling.
 */
export function pieceMoves(position: Position, from: number, out: Int32Array, at: number): number {
  const { board, tables } = position;
  const { program } = tables;
  const code = board[from]!;
  const base = from << 8;
  let i = tables.programAt[code * tables.size + from]!;
  for (let op = program[i]!; op !== END; op = program[i]!) {
    const end = i + 2 + program[i + 1]!;
    i += 2;
    if (op === RAY_FREE) {
      while (i < end) {
        const to = program[i++]!;
        const code2 = board[to]!;
        if (code2 !== 0) {
          if (((code2 ^ code) & 1) !== 0) out[at++] = base | to;
          break;
        }
        out[at++] = base | to;
      }
    } else if (op === LEAP_FREE) {
      while (i < end) {
        const to = program[i++]!;
        const code2 = board[to]!;
        if (code2 === 0 || ((code2 ^ code) & 1) !== 0) out[at++] = base | to;
      }
    } else if (op === LEAP_EMPTY) {
      while (i < end) {
        const to = program[i++]!;
        if (board[to] === 0) out[at++] = base | to;
      }
    } else if (op === LEAP_ENEMY) {
      while (i < end) {
        const to = program[i++]!;
        const code2 = board[to]!;
        if (code2 !== 0 && ((code2 ^ code) & 1) !== 0) out[at++] = base | to;
      }
    } else if (op === DOUBLE_STEP) {
      if (board[program[i]!] === 0 && board[program[i + 1]!] === 0)
        out[at++] = base | program[i + 1]! | FLAG_DOUBLE_STEP;
    } else if (op === EN_PASSANT) {
      const passed = position.state[PASSED]!;
      if (passed >= 0) {
        for (; i < end; i++) if (program[i] === passed) out[at++] = base | passed | FLAG_EN_PASSANT;
      }
    } else {
      at = rareSegment(position, from, op, i, end, out, at);
    }
    i = end;
  }
  return at;
}

/** Segments with conditions, and landings that few rulesets use. */
function rareSegment(
  position: Position,
  from: number,
  op: number,
  start: number,
  end: number,
  out: Int32Array,
  at: number,
): number {
  if ((op & ONLY_UNMOVED) !== 0 && position.unmoved[from] === 0) return at;
  const first = at;
  const bare = op & (PLAIN_OPS - 1);
  at = emitSegment(position, from, bare, start, end, out, at);
  if ((op & ONLY_SAFE) !== 0) at = keepSafe(position, from, out, first, at);
  if ((op & MAY_PROMOTE) !== 0) at = expandPromotions(position, from, out, first, at);
  return at;
}

function emitSegment(
  position: Position,
  from: number,
  op: number,
  i: number,
  end: number,
  out: Int32Array,
  at: number,
): number {
  const { board, tables } = position;
  const { program, isRoyal } = tables;
  const code = board[from]!;
  const base = from << 8;
  if (op === DOUBLE_STEP) {
    if (board[program[i]!] === 0 && board[program[i + 1]!] === 0) out[at++] = base | program[i + 1]! | FLAG_DOUBLE_STEP;
    return at;
  }
  for (; i < end; i++) {
    const to = program[i]!;
    const other = board[to]!;
    const relation = other === 0 ? EMPTY : ((other ^ code) & 1) !== 0 ? ENEMY : isRoyal[other] ? NOTHING : ALLY;
    if ((LANDS_ON[op]! & relation) !== 0) out[at++] = base | to;
    if (other !== 0 && IS_RAY[op]) break;
  }
  return at;
}

const EMPTY = 1;
const ENEMY = 2;
const ALLY = 4;
const NOTHING = 0;

const LANDS_ON: { readonly [op: number]: number } = {
  [RAY_FREE]: EMPTY | ENEMY,
  [LEAP_FREE]: EMPTY | ENEMY,
  [RAY_EMPTY]: EMPTY,
  [LEAP_EMPTY]: EMPTY,
  [RAY_ENEMY]: ENEMY,
  [LEAP_ENEMY]: ENEMY,
  [RAY_ANY]: EMPTY | ENEMY | ALLY,
  [LEAP_ANY]: EMPTY | ENEMY | ALLY,
  [RAY_ALLY]: ALLY,
  [LEAP_ALLY]: ALLY,
};

const IS_RAY: { readonly [op: number]: boolean } = {
  [RAY_FREE]: true,
  [RAY_EMPTY]: true,
  [RAY_ENEMY]: true,
  [RAY_ANY]: true,
  [RAY_ALLY]: true,
};

function keepSafe(position: Position, from: number, out: Int32Array, first: number, end: number): number {
  const { board, state } = position;
  const code = board[from]!;
  board[from] = 0;
  let kept = first;
  for (let i = first; i < end; i++) if (!isAttacked(position, out[i]! & 255, state[TURN]! ^ 1)) out[kept++] = out[i]!;
  board[from] = code;
  return kept;
}

/** Replaces each move into a promotion zone with one move per role. */
function expandPromotions(position: Position, from: number, out: Int32Array, first: number, end: number): number {
  const { tables, board, counts } = position;
  const code = board[from]!;
  const color = code & 1;
  const roles = tables.promotesTo[roleOfCode(code)]!;
  const plain = Array.from(out.subarray(first, end));
  let at = first;
  for (const move of plain) {
    const zone = tables.promotes[code * tables.size + (move & 255)]!;
    if (zone !== 1) out[at++] = move;
    if (zone === 0) continue;
    for (let i = 0; i < roles.length; i++) {
      const role = roles[i]!;
      const promoted = pieceCode(role, color);
      if (tables.promotesOnlyToCaptured && counts[promoted]! >= tables.startCounts[promoted]!) continue;
      out[at++] = move | FLAG_PROMOTE | (role << ROLE_SHIFT);
    }
  }
  return at;
}

/** Castling moves, including the tests for check. */
export function castlingMoves(position: Position, out: Int32Array, at: number): number {
  const us = position.state[TURN]!;
  const rights = (position.state[RIGHTS]! >> (us * 2)) & 3;
  if (rights !== 0 && position.state[ROYALS + us]! > 1) pointAtCastler(position, us * 2 + (rights === 2 ? 1 : 0));
  if ((rights & 1) !== 0) at = castleOnSide(position, us * 2, out, at);
  if ((rights & 2) !== 0) at = castleOnSide(position, us * 2 + 1, out, at);
  return at;
}

/** Points the state at the royal piece with the castling right; with several royal pieces it may name any of them. */
function pointAtCastler(position: Position, right: number): void {
  const from = position.rightsLost.findIndex(
    (lost, square) => (lost & (1 << right)) !== 0 && square !== position.partnerFrom[right],
  );
  position.state[ROYAL + (right >> 1)] = from;
}

function castleOnSide(position: Position, right: number, out: Int32Array, at: number): number {
  const { board, tables, state } = position;
  const way = tables.castles[right]!;
  const us = right >> 1;
  const from = state[ROYAL + us]!;
  const partnerFrom = position.partnerFrom[right]!;
  if (from < 0) return at;
  if (way === null || board[partnerFrom] !== pieceCode(way.partner, us)) return at;
  const low = Math.min(from, partnerFrom, way.to, way.partnerTo);
  const high = Math.max(from, partnerFrom, way.to, way.partnerTo);
  for (let square = low; square <= high; square++) {
    if (board[square] !== 0 && square !== from && square !== partnerFrom) {
      // Only the paths of the two pieces must be empty; in Chess960 other pieces may stand outside them.
      if (isWithin(square, from, way.to) || isWithin(square, partnerFrom, way.partnerTo)) return at;
    }
  }
  if (tables.noSelfCheck && !isSafeWay(position, from, way.to, right)) return at;
  out[at++] = (from << 8) | partnerFrom | FLAG_CASTLE;
  return at;
}

const isWithin = (square: number, a: number, b: number): boolean =>
  a < b ? square >= a && square <= b : square >= b && square <= a;

function isSafeWay(position: Position, from: number, to: number, right: number): boolean {
  const { board } = position;
  const them = (right >> 1) ^ 1;
  const code = board[from]!;
  const step = to < from ? -1 : 1;
  board[from] = 0;
  let safe = !isThreatened(position, from, them);
  const stop = from === to ? from + step : to;
  for (let square = from + step; safe && square !== stop; square += step) safe = !isThreatened(position, square, them);
  board[from] = code;
  return safe && isSafeAfter(position, right);
}

/** Chess960: whether the partner, by leaving its square, exposes the castled piece to an attack. */
export function isExposedByPartner(position: Position, right: number): boolean {
  const file = position.partnerFrom[right]! % position.tables.files;
  return file !== 0 && file !== position.tables.files - 1 && !isSafeAfter(position, right);
}

/** Whether the castled piece is not attacked on its final square; its partner may shield it there. */
function isSafeAfter(position: Position, right: number): boolean {
  const { board, tables, state } = position;
  const partnerFrom = position.partnerFrom[right]!;
  const way = tables.castles[right]!;
  const us = right >> 1;
  const from = state[ROYAL + us]!;
  const code = board[from]!;
  const partner = board[partnerFrom]!;
  board[from] = 0;
  board[partnerFrom] = 0;
  board[way.partnerTo] = partner;
  const safe = !isThreatened(position, way.to, us ^ 1);
  board[way.partnerTo] = 0;
  board[partnerFrom] = partner;
  board[from] = code;
  return safe;
}

/** Drops from the pocket of the side to move onto empty squares. */
export function dropMoves(position: Position, out: Int32Array, at: number): number {
  const { board, tables, pockets, state } = position;
  const us = state[TURN]!;
  const roles = tables.roles.length;
  for (let role = 0; role < roles; role++) {
    const squares = tables.drops[us * roles + role];
    if (!squares || pockets[us * roles + role] === 0) continue;
    for (let to = 0; to < tables.size; to++) {
      if (board[to] === 0 && squares[to] === 1) out[at++] = (to << 8) | to | FLAG_DROP | (role << ROLE_SHIFT);
    }
  }
  return at;
}
