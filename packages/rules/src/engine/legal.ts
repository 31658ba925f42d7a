import { FLAG_CASTLE, FLAG_DROP, FLAG_EN_PASSANT, FLAG_MASK } from '../compile/codes.js';
import { isAttacked } from './attacks.js';
import { FIND, generateBitboardAroundPins, generateByBitboard, WRITE } from './bitboard-moves.js';
import { isLegalByTrial } from './play.js';
import { PASSED, type Position, RIGHTS, ROYAL, ROYALS, TURN } from './position.js';
import { castlingMoves, dropMoves, pieceMoves } from './pseudo.js';

/**
 * Whether there is a legal move, ignoring endings other than mate and stalemate. It stops at the first piece that has
 * one.
 */
export function hasLegalMove(position: Position, out: Int32Array): boolean {
  const { tables, state } = position;
  const royals = state[ROYALS + state[TURN]!]!;
  if (tables.readsPins && royals <= 1 && !tables.noCheck) {
    if (royals === 0 || tables.bitboards === null) return generateUnended(position, out, 0) > 0;
    return generateBitboardAroundPins(position, tables.bitboards, FIND, out, 0) > 0;
  }
  const end = generateAll(position, out, 0);
  if (!tables.noSelfCheck && !tables.noCheck) return end > 0;
  for (let i = 0; i < end; i++) if (isLegalByTrial(position, out[i]!)) return true;
  return false;
}

/** The legal moves, ignoring endings other than mate and stalemate. */
export function generateUnended(position: Position, out: Int32Array, at: number): number {
  const { tables, state } = position;
  const royals = state[ROYALS + state[TURN]!]!;
  let end: number;
  if (tables.readsPins && royals <= 1) {
    if (royals === 0) end = generateAll(position, out, at);
    else if (tables.bitboards !== null) end = generateBitboardAroundPins(position, tables.bitboards, WRITE, out, at);
    else end = generateAroundPins(position, out, at);
    if (tables.noCheck) end = keepByTrial(position, out, at, end);
  } else {
    end = generateAll(position, out, at);
    if (tables.noSelfCheck || tables.noCheck) end = keepByTrial(position, out, at, end);
  }
  if (tables.overlaps && tables.bitboards === null) end = keepFirst(out, at, end);
  return tables.mustCapture ? keepCaptures(position, out, at, end) : end;
}

/** Removes duplicates: two movements of one piece to one square give one move. Moves of one piece are adjacent. */
function keepFirst(out: Int32Array, first: number, end: number): number {
  let kept = first;
  for (let i = first; i < end; i++) {
    const move = out[i]!;
    let other = kept - 1;
    while (other >= first && out[other] !== move && ((out[other]! ^ move) & 0xff00) === 0) other--;
    if (other < first || out[other] !== move) out[kept++] = move;
  }
  return kept;
}

function generateAll(position: Position, out: Int32Array, at: number): number {
  const { tables, state, occupied } = position;
  if (tables.bitboards !== null) return generateByBitboard(position, tables.bitboards, out, at);
  const us = state[TURN]!;
  for (let word = 0; word < tables.words; word++) {
    for (let bits = occupied[us * tables.words + word]!; bits !== 0; bits &= bits - 1) {
      at = pieceMoves(position, (word << 5) + 31 - Math.clz32(bits & -bits), out, at);
    }
  }
  at = castlingMoves(position, out, at);
  return tables.hasDrops ? dropMoves(position, out, at) : at;
}

function keepByTrial(position: Position, out: Int32Array, first: number, end: number): number {
  let kept = first;
  for (let i = first; i < end; i++) if (isLegalByTrial(position, out[i]!)) out[kept++] = out[i]!;
  return kept;
}

function keepCaptures(position: Position, out: Int32Array, first: number, end: number): number {
  let kept = first;
  for (let i = first; i < end; i++) if (isCapture(position, out[i]!)) out[kept++] = out[i]!;
  return kept > first ? kept : end;
}

export function isCapture(position: Position, move: number): boolean {
  const flag = move & FLAG_MASK;
  if (flag === FLAG_EN_PASSANT) return true;
  return flag !== FLAG_CASTLE && flag !== FLAG_DROP && position.board[move & 255] !== 0;
}

/** Per square: the last scan in which a move to this square ended a check. */
const escapeScan = new Int32Array(256);
let scan = 0;
/** Per square: line + 1 along which its piece is pinned; cleared after each use. */
const pinLine = new Uint8Array(256);
const pinned = new Uint8Array(256);
/** Per line: the distance of the pinning piece. */
const pinReach = new Uint8Array(256);

/**
 * Legal moves of a side with one royal piece. Its lines and leaps show checks and pins, so only pinned pieces, replies
 * to check, en passant and the royal piece itself need further tests.
 */
function generateAroundPins(position: Position, out: Int32Array, at: number): number {
  const { tables, state, board, occupied } = position;
  const { lines, lineSquares, reach, leapGroups, leapOrigins, leaps, lineAt, leapAt } = tables.attacks;
  const { codes, size } = tables;
  const us = state[TURN]!;
  const them = us ^ 1;
  const royal = state[ROYAL + us]!;
  let checkers = 0;
  let pins = 0;
  scan++;
  let row = them * lines * codes;
  for (let line = 0, i = lineAt[royal]!; line < lines; line++) {
    const first = i + 1;
    const end = first + lineSquares[i]!;
    i = first;
    while (i < end && board[lineSquares[i]!] === 0) i++;
    if (i < end) {
      const code = board[lineSquares[i]!]!;
      if ((code & 1) === them) {
        if (reach[row + code]! > i - first) {
          checkers++;
          for (let j = first; j <= i; j++) escapeScan[lineSquares[j]!] = scan;
        }
      } else {
        let j = i + 1;
        while (j < end && board[lineSquares[j]!] === 0) j++;
        if (j < end && reach[row + board[lineSquares[j]!]!]! > j - first) {
          const square = lineSquares[i]!;
          pinLine[square] = line + 1;
          pinReach[line + 1] = j - first + 1;
          pinned[pins++] = square;
        }
      }
    }
    i = end;
    row += codes;
  }
  row = them * leapGroups * codes;
  for (let group = 0, i = leapAt[royal]!; group < leapGroups; group++) {
    const end = i + 1 + leapOrigins[i]!;
    for (i++; i < end; i++) {
      if (leaps[row + board[leapOrigins[i]!]!] === 1) {
        checkers++;
        escapeScan[leapOrigins[i]!] = scan;
      }
    }
    row += codes;
  }

  const begin = at;
  if (checkers < 2) {
    for (let word = 0; word < tables.words; word++) {
      for (let bits = occupied[us * tables.words + word]!; bits !== 0; bits &= bits - 1) {
        const from = (word << 5) + 31 - Math.clz32(bits & -bits);
        if (from === royal) continue;
        const start = at;
        at = pieceMoves(position, from, out, at);
        if (pinLine[from] !== 0) at = keepOnLine(tables.attacks.lineOf, royal * size, pinLine[from]!, out, start, at);
      }
    }
    if (tables.hasDrops) at = dropMoves(position, out, at);
    if (checkers === 1) at = keepEscapes(position, out, begin, at);
    else if (state[PASSED]! >= 0) at = keepLegalEnPassant(position, out, begin, at);
  }
  for (let i = 0; i < pins; i++) pinLine[pinned[i]!] = 0;

  const start = at;
  at = pieceMoves(position, royal, out, at);
  const code = board[royal]!;
  board[royal] = 0;
  let kept = start;
  for (let i = start; i < at; i++) if (!isAttacked(position, out[i]! & 255, them)) out[kept++] = out[i]!;
  board[royal] = code;
  if (checkers === 0 && state[RIGHTS] !== 0) kept = castlingMoves(position, out, kept);
  return kept;
}

/** A pinned piece may move between the royal piece and the pinning piece, or capture the latter. */
function keepOnLine(
  lineOf: Uint16Array,
  row: number,
  line: number,
  out: Int32Array,
  first: number,
  end: number,
): number {
  let kept = first;
  for (let i = first; i < end; i++) {
    const joint = lineOf[row + (out[i]! & 255)]!;
    if (joint >> 8 === line && (joint & 255) <= pinReach[line]!) out[kept++] = out[i]!;
    else if ((out[i]! & FLAG_MASK) === FLAG_EN_PASSANT) out[kept++] = out[i]!;
  }
  return kept;
}

/** A check ends by blocking the line or capturing the checking piece, also en passant. */
function keepEscapes(position: Position, out: Int32Array, first: number, end: number): number {
  let kept = first;
  for (let i = first; i < end; i++) {
    const move = out[i]!;
    if ((move & FLAG_MASK) === FLAG_EN_PASSANT ? isLegalByTrial(position, move) : escapeScan[move & 255] === scan)
      out[kept++] = move;
  }
  return kept;
}

function keepLegalEnPassant(position: Position, out: Int32Array, first: number, end: number): number {
  let kept = first;
  for (let i = first; i < end; i++) {
    const move = out[i]!;
    if ((move & FLAG_MASK) !== FLAG_EN_PASSANT || isLegalByTrial(position, move)) out[kept++] = move;
  }
  return kept;
}
