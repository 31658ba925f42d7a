import {
  FLAG_CASTLE,
  FLAG_DROP,
  FLAG_EN_PASSANT,
  FLAG_MASK,
  FLAG_PROMOTE,
  pieceCode,
  ROLE_SHIFT,
} from '../compile/codes.js';
import { isAttacked } from '../engine/attacks.js';
import { isEndedEarly } from '../engine/early-end.js';
import { generateUnended, isCapture } from '../engine/legal.js';
import { isLegalByTrial } from '../engine/play.js';
import { BOARD, type Position, ROYAL, ROYALS, TURN } from '../engine/position.js';
import { castlingMoves, pieceMoves } from '../engine/pseudo.js';
import { ASK_GENERATOR, findOntoByWays, isSafeByWays, stepByWays } from './find-by-pair.js';
import { type Lookups, lookupsOf } from './lookups.js';

/** Results that are not moves. */
export const NO_MOVE = -1;
export const SEVERAL_MOVES = -2;

let scratch = new Int32Array(1 << 12);

function scratchFor(position: Position): Int32Array {
  if (position.tables.maxMoves > scratch.length) scratch = new Int32Array(position.tables.maxMoves);
  return scratch;
}

/** The legal move between two squares, including both forms of castling; `promotion` is a role, or -1 for none. */
export function findBetween(position: Position, from: number, to: number, promotion: number): number {
  const { cells, tables } = position;
  const code = cells[BOARD + from]!;
  const us = cells[TURN]!;
  if (code === 0 || (code & 1) !== us || isOver(position)) return NO_MOVE;
  const lookups = lookupsOf(tables);
  const { ways } = lookups;
  if (ways !== null && promotion < 0 && cells[ROYALS + us] === 1) {
    const step = stepByWays(position, lookups, ways, from, to);
    if (step >= 0) return isSafeByWays(position, ways, us, step) ? step : NO_MOVE;
    if (step !== ASK_GENERATOR) return from === cells[ROYAL + us] ? castleBetween(position, from, to, false) : NO_MOVE;
  }
  const moves = scratchFor(position);
  const end = pieceMoves(position, from, moves, 0);
  let walks = false;
  for (let i = 0; i < end; i++) {
    const move = moves[i]!;
    if ((move & 255) !== to) continue;
    walks = true;
    if (promotionOf(move) === promotion && keepsRestrictions(position, move)) return move;
  }
  return promotion < 0 ? castleBetween(position, from, to, walks) : NO_MOVE;
}

/** Castling of the piece on `from`, given its partner's square or its own target; ignored if it can walk there. */
function castleBetween(position: Position, from: number, to: number, walks: boolean): number {
  const moves = scratchFor(position);
  const castles = castlingMoves(position, moves, 0);
  for (let i = 0; i < castles; i++) {
    const move = moves[i]!;
    if (((move >> 8) & 255) !== from) continue;
    const way = position.tables.castles[rightOf(position, move)]!;
    if ((move & 255) === to || (way.to === to && !walks)) return keepsRestrictions(position, move) ? move : NO_MOVE;
  }
  return NO_MOVE;
}

/** The legal move of a piece with this code to a square; file and rank limit its origin unless -1. */
export function findOnto(
  position: Position,
  lookups: Lookups,
  code: number,
  to: number,
  file: number,
  rank: number,
  promotion: number,
): number {
  const { board, tables, occupied, state } = position;
  if (isOver(position)) return NO_MOVE;
  if (lookups.ways !== null && promotion < 0 && state[ROYALS + (code & 1)] === 1) {
    const found = findOntoByWays(position, lookups.ways, lookups, code, to, file, rank);
    if (found !== ASK_GENERATOR) return found;
  }
  const { words } = tables;
  const { origins, fileBits, rankBits } = lookups;
  const row = (code & 1) * words;
  const column = (code * tables.size + to) * words;
  let found = NO_MOVE;
  for (let word = 0; word < words; word++) {
    let bits = origins[column + word]! & occupied[row + word]!;
    if (file >= 0) bits &= fileBits[file * words + word]!;
    if (rank >= 0) bits &= rankBits[rank * words + word]!;
    for (; bits !== 0; bits &= bits - 1) {
      const from = (word << 5) + 31 - Math.clz32(bits & -bits);
      const move = board[from] === code ? findStep(position, from, to, promotion) : NO_MOVE;
      if (move === NO_MOVE) continue;
      if (found !== NO_MOVE) return SEVERAL_MOVES;
      found = move;
    }
  }
  return found;
}

/** The legal move between two squares, without castling. */
function findStep(position: Position, from: number, to: number, promotion: number): number {
  const moves = scratchFor(position);
  const end = pieceMoves(position, from, moves, 0);
  for (let i = 0; i < end; i++) {
    const move = moves[i]!;
    if ((move & 255) === to && promotionOf(move) === promotion && keepsRestrictions(position, move)) return move;
  }
  return NO_MOVE;
}

/** The legal castling move to a side: 0 king's, 1 queen's. */
export function findCastle(position: Position, side: number): number {
  if (isOver(position)) return NO_MOVE;
  const moves = scratchFor(position);
  const end = castlingMoves(position, moves, 0);
  for (let i = 0; i < end; i++)
    if ((rightOf(position, moves[i]!) & 1) === side && keepsRestrictions(position, moves[i]!)) return moves[i]!;
  return NO_MOVE;
}

/** The legal drop of a role onto a square. */
export function findDrop(position: Position, role: number, to: number): number {
  const { board, tables, pockets, state } = position;
  const pocket = state[TURN]! * tables.roles.length + role;
  const squares = tables.drops[pocket];
  if (squares?.[to] !== 1 || pockets[pocket] === 0 || board[to] !== 0 || isOver(position)) return NO_MOVE;
  const move = (to << 8) | to | FLAG_DROP | (role << ROLE_SHIFT);
  return keepsRestrictions(position, move) ? move : NO_MOVE;
}

/** The role a move promotes to; -1 for none. */
export const promotionOf = (move: number): number => ((move & FLAG_MASK) === FLAG_PROMOTE ? move >> ROLE_SHIFT : -1);

/** The castling right (colour * 2 + side) that a castling move uses. */
export function rightOf(position: Position, castling: number): number {
  const color = position.board[castling & 255]! & 1;
  return color * 2 + (position.partnerFrom[color * 2] === (castling & 255) ? 0 : 1);
}

const isOver = (position: Position): boolean => position.tables.hasEarlyEnd && isEndedEarly(position);

/** Tests one pseudo-legal move like `generateUnended` tests all. */
export function keepsRestrictions(position: Position, move: number): boolean {
  const { tables, state } = position;
  const royals = state[ROYALS + state[TURN]!]!;
  if (tables.readsPins && royals <= 1) {
    if (royals === 1 && !isRoyalSafe(position, move)) return false;
    if (tables.noCheck && !isLegalByTrial(position, move)) return false;
  } else if ((tables.noSelfCheck || tables.noCheck) && !isLegalByTrial(position, move)) return false;
  return !tables.mustCapture || isCapture(position, move) || !canCapture(position);
}

/**
 * Whether the only royal piece is not attacked after the move. The test changes only `board`, because attacks depend on nothing else.
 */
function isRoyalSafe(position: Position, move: number): boolean {
  const { board, state } = position;
  const flag = move & FLAG_MASK;
  if (flag === FLAG_CASTLE) return true;
  if (flag === FLAG_EN_PASSANT) return isLegalByTrial(position, move);
  const us = state[TURN]!;
  const from = (move >> 8) & 255;
  const to = move & 255;
  const royal = state[ROYAL + us]!;
  const stood = board[from]!;
  const taken = board[to]!;
  board[from] = 0;
  board[to] = flag === FLAG_DROP ? pieceCode(move >> ROLE_SHIFT, us) : stood;
  const safe = !isAttacked(position, royal === from ? to : royal, us ^ 1);
  board[to] = taken;
  board[from] = stood;
  return safe;
}

/** Where captures are compulsory, the generator lists only captures if there are any. */
function canCapture(position: Position): boolean {
  const moves = new Int32Array(position.tables.maxMoves);
  return generateUnended(position, moves, 0) > 0 && isCapture(position, moves[0]!);
}
