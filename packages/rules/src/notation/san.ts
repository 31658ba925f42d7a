import type { Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { FLAG_CASTLE, FLAG_DROP, FLAG_MASK, pieceCode, ROLE_SHIFT, roleOfCode } from '../compile/codes.js';
import { isCapture } from '../engine/legal.js';
import { BOARD, OCCUPIED, type Position, ROYALS, TURN } from '../engine/position.js';
import { pieceMoves } from '../engine/pseudo.js';
import type { Move } from '../engine.js';
import { explainRefusal } from '../explain.js';
import { fileLetter } from '../geometry.js';
import type { MoveRequest } from '../move-request.js';
import type { Outcome } from '../outcome.js';
import { type Refusal, refusal } from '../refusal.js';
import { ASK_GENERATOR, isSafeByWays, stepByWays } from './find-by-pair.js';
import {
  findBetween,
  findCastle,
  findDrop,
  findOnto,
  keepsRestrictions,
  NO_MOVE,
  promotionOf,
  rightOf,
  SEVERAL_MOVES,
} from './find-move.js';
import { type Lookups, lookupsOf } from './lookups.js';
import { CASTLE, DROP, MOVE, scanned, scanSan } from './san-scan.js';
import { type Suffix, suffixOf } from './suffix.js';
import { unreadable } from './unreadable.js';

/**
 * Reads SAN of any ruleset leniently: marks such as `+` and `!` may be missing or wrong, `x` and `=` may be missing,
 * the origin may be complete, castling may use zeros. Text that fits two legal moves is refused.
 */
export function parseSan(position: Position, text: string): Result<Move, Refusal> {
  const lookups = lookupsOf(position.tables);
  const kind = scanSan(lookups, text);
  if (kind === MOVE) {
    const { role, to, file, rank, promotion } = scanned;
    const code = pieceCode(role, position.state[TURN]!);
    let move = role < 0 ? NO_MOVE : findOnto(position, lookups, code, to, file, rank, promotion);
    if (move === NO_MOVE && rank >= 0 && file >= 0) {
      const from = rank * position.tables.files + file;
      if (role < 0 || position.board[from] === code) move = findBetween(position, from, to, promotion);
    }
    if (move >= 0) return ok(move);
  } else if (kind === CASTLE) {
    const move = findCastle(position, scanned.side);
    if (move >= 0) return ok(move);
  } else if (kind === DROP) {
    const move = findDrop(position, scanned.role, scanned.to);
    if (move >= 0) return ok(move);
  }
  return refuse(position, lookups, text);
}

/** Writes a legal move in SAN; `#` marks any move that wins at once, also a king on the hill. */
export function formatSan(position: Position, move: Move): string {
  return formatSanPlain(position, move) + MARKS[suffixOf(position, move, false)];
}

const MARKS: { readonly [suffix in Suffix]: string } = { none: '', stalemate: '', check: '+', win: '#' };

/** The mark to append to `formatSanPlain` when the outcome and check after the move are already known. */
export function sanMark(outcome: Outcome | null, isCheck: boolean): string {
  if (outcome?.kind === 'win') return '#';
  return isCheck && outcome?.by !== 'race-tied' ? '+' : '';
}

/** SAN without the marks for check and mate, which are the expensive part. */
export function formatSanPlain(position: Position, move: Move): string {
  const { tables, board } = position;
  const lookups = lookupsOf(tables);
  const { names, letters, pawn } = lookups;
  const flag = move & FLAG_MASK;
  const to = names[move & 255]!;
  if (flag === FLAG_CASTLE) return (rightOf(position, move) & 1) === 0 ? 'O-O' : 'O-O-O';
  if (flag === FLAG_DROP) {
    const role = move >> ROLE_SHIFT;
    return role === pawn ? `@${to}` : `${letters[role]}@${to}`;
  }
  const from = (move >> 8) & 255;
  const role = roleOfCode(board[from]!);
  const sign = isCapture(position, move) ? 'x' : '';
  const promotion = promotionOf(move);
  const becomes = promotion < 0 ? '' : `=${letters[promotion]}`;
  const origin = role === pawn ? pawnOrigin(position, lookups, move, sign !== '') : originOf(position, lookups, move);
  return (role === pawn ? '' : letters[role]!) + origin + sign + to + becomes;
}

/** The shortest origin that distinguishes the piece from others of its role that could legally go there. */
function originOf(position: Position, lookups: Lookups, move: number): string {
  const rivals = rivalsOf(position, lookups, move);
  if (rivals === NO_RIVAL) return '';
  const { files } = position.tables;
  const from = (move >> 8) & 255;
  if ((rivals & SAME_FILE) === 0) return fileLetter(from % files);
  const rank = String(((from / files) | 0) + 1);
  return (rivals & SAME_RANK) === 0 ? rank : fileLetter(from % files) + rank;
}

/** A pawn move gives the file if it leaves the file or captures, and the rank only if that is still ambiguous. */
function pawnOrigin(position: Position, lookups: Lookups, move: number, captures: boolean): string {
  const { files } = position.tables;
  const from = (move >> 8) & 255;
  const file = captures || from % files !== (move & 255) % files ? fileLetter(from % files) : '';
  const rivals = rivalsOf(position, lookups, move);
  return (rivals & SAME_FILE) === 0 ? file : fileLetter(from % files) + (((from / files) | 0) + 1);
}

const NO_RIVAL = 0;
const RIVAL = 1;
const SAME_FILE = 2;
const SAME_RANK = 4;
let scratch = new Int32Array(1 << 12);

/** Whether other pieces of the same code can legally move to the same square, and whether they share file or rank. */
function rivalsOf(position: Position, lookups: Lookups, move: number): number {
  const { tables, cells } = position;
  const { words, files } = tables;
  const from = (move >> 8) & 255;
  const to = move & 255;
  const code = cells[BOARD + from]!;
  const row = OCCUPIED + (code & 1) * words;
  const column = (code * tables.size + to) * words;
  let rivals = NO_RIVAL;
  for (let word = 0; word < words; word++) {
    for (let bits = lookups.origins[column + word]! & cells[row + word]!; bits !== 0; bits &= bits - 1) {
      const other = (word << 5) + 31 - Math.clz32(bits & -bits);
      if (other === from || cells[BOARD + other] !== code || !canGo(position, lookups, other, to)) continue;
      rivals |= RIVAL;
      if (other % files === from % files) rivals |= SAME_FILE;
      if (((other / files) | 0) === ((from / files) | 0)) rivals |= SAME_RANK;
    }
  }
  return rivals;
}

function canGo(position: Position, lookups: Lookups, from: number, to: number): boolean {
  const { cells, tables } = position;
  const { ways } = lookups;
  const us = cells[BOARD + from]! & 1;
  if (ways !== null && cells[ROYALS + us] === 1) {
    const step = stepByWays(position, lookups, ways, from, to);
    if (step !== ASK_GENERATOR) return step >= 0 && isSafeByWays(position, ways, us, step);
  }
  if (tables.maxMoves > scratch.length) scratch = new Int32Array(tables.maxMoves);
  const end = pieceMoves(position, from, scratch, 0);
  for (let i = 0; i < end; i++) if ((scratch[i]! & 255) === to && keepsRestrictions(position, scratch[i]!)) return true;
  return false;
}

function refuse(position: Position, lookups: Lookups, text: string): Result<never, Refusal> {
  const request = requestOf(position, lookups, text);
  if (request === null) return unreadable(text, 'SAN looks like e4, Nf3, exd5, e8=Q or O-O');
  if (request.kind !== 'onto') return err(explainRefusal(position, request));
  const code = pieceCode(request.role, position.state[TURN]!);
  const { to, file, rank, promotion } = request;
  if (findOnto(position, lookups, code, to, file, rank, promotion) !== SEVERAL_MOVES)
    return err(explainRefusal(position, request));
  const candidates = candidatesOf(position, request);
  return err(refusal('move/ambiguous', `"${text}" could be ${candidates.join(' or ')}.`, { text, candidates }));
}

/** The legal moves in SAN that an ambiguous text fits. */
function candidatesOf(position: Position, request: Extract<MoveRequest, { kind: 'onto' }>): string[] {
  const { tables, board } = position;
  const code = pieceCode(request.role, position.state[TURN]!);
  const candidates: string[] = [];
  for (let from = 0; from < tables.size; from++) {
    if (board[from] !== code) continue;
    if (request.file >= 0 && from % tables.files !== request.file) continue;
    if (request.rank >= 0 && ((from / tables.files) | 0) !== request.rank) continue;
    const move = findBetween(position, from, request.to, request.promotion);
    if (move >= 0) candidates.push(formatSan(position, move));
  }
  return candidates;
}

function requestOf(position: Position, lookups: Lookups, text: string): MoveRequest | null {
  const kind = scanSan(lookups, text);
  const { role, to, file, rank, promotion, side } = scanned;
  const { files } = position.tables;
  if (kind === CASTLE) return { kind: 'castle', side };
  if (kind === DROP) return { kind: 'drop', role, to };
  if (kind !== MOVE) return null;
  if (role < 0) return { kind: 'move', from: rank * files + file, to, promotion };
  return { kind: 'onto', role, to, file, rank, promotion };
}
