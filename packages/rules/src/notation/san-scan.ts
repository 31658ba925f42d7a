import type { Lookups } from './lookups.js';

/** Kinds of moves in SAN. */
export const UNREADABLE = 0;
export const MOVE = 1;
export const CASTLE = 2;
export const DROP = 3;

/**
 * The result of the last scan; -1 means "not given". In a move, role -1 stands for the piece on the origin, which is
 * then given in full. One shared object, so that reading a game allocates nothing.
 */
export const scanned = { role: -1, to: -1, file: -1, rank: -1, promotion: -1, side: -1 };

const ZERO = 48;
const NINE = 57;
const COLON = 58;
const EQUALS = 61;
const AT = 64;
const UPPER_A = 65;
const UPPER_O = 79;
const LOWER_A = 97;
const LOWER_O = 111;
const LOWER_P = 112;
const LOWER_X = 120;
const MINUS = 45;

/** Scans SAN into `scanned` without the position, backwards from the target at the end. */
export function scanSan(lookups: Lookups, text: string): number {
  const { tables, roles, pawn } = lookups;
  let i = text.length - 1;
  let char = text.charCodeAt(i);
  let promotion = -1;
  if (char < ZERO || char > NINE) {
    while (isMark(char)) char = text.charCodeAt(--i);
    if (char === LOWER_P) {
      i = beforeEnPassant(text, i);
      char = text.charCodeAt(i);
    }
  }
  if (char < ZERO || char > NINE) {
    if (char === UPPER_O || char === LOWER_O) return castle(text, i);
    promotion = roleAt(roles, char);
    if (promotion < 0) return UNREADABLE;
    char = text.charCodeAt(--i);
    if (char === EQUALS) char = text.charCodeAt(--i);
  }

  let rank = char - ZERO;
  char = text.charCodeAt(--i);
  if (char === ZERO + 1) {
    rank += 10;
    char = text.charCodeAt(--i);
  } else if (char === MINUS && rank === 0) return castle(text, i + 1);
  const file = char - LOWER_A;
  if (!(rank > 0 && rank <= tables.ranks && file >= 0 && file < tables.files)) return UNREADABLE;
  scanned.to = (rank - 1) * tables.files + file;
  scanned.promotion = promotion;

  char = i > 0 ? text.charCodeAt(--i) : -1;
  if (char === AT) return drop(lookups, text, i, promotion);
  if (char === LOWER_X || char === MINUS || char === COLON) {
    if (i === 0) return UNREADABLE;
    char = text.charCodeAt(--i);
  }
  let fromRank = -1;
  if (char >= ZERO && char <= NINE) {
    if (i === 0) return UNREADABLE;
    fromRank = char - ZERO;
    char = text.charCodeAt(--i);
    if (char === ZERO + 1) {
      if (i === 0) return UNREADABLE;
      fromRank += 10;
      char = text.charCodeAt(--i);
    }
    if (--fromRank < 0 || fromRank >= tables.ranks) return UNREADABLE;
  }
  let fromFile = -1;
  if (char >= LOWER_A) {
    fromFile = char - LOWER_A;
    if (fromFile >= tables.files) return UNREADABLE;
    char = i > 0 ? text.charCodeAt(--i) : -1;
  }
  scanned.file = fromFile;
  scanned.rank = fromRank;
  if (char >= 0) {
    // Only the letter of the piece may be left.
    const role = i === 0 && char < LOWER_A ? roleAt(roles, char) : -1;
    if (role === pawn && fromFile < 0) scanned.file = file;
    scanned.role = role;
    return role < 0 ? UNREADABLE : MOVE;
  }
  // A pawn move without a file stays on its file.
  if (fromFile < 0) scanned.file = file;
  scanned.role = fromRank < 0 ? pawn : -1;
  return fromRank < 0 && pawn < 0 ? UNREADABLE : MOVE;
}

/** The marks `+ # ! ?`, a full stop, a space. */
const isMark = (char: number): boolean =>
  char === 43 || char === 35 || char === 33 || char === 63 || char === 46 || char === 32;

/** The end of the move before `e.p.`, `ep` or `.ep`, whose p is at `i`. */
function beforeEnPassant(text: string, i: number): number {
  let end = i - 1;
  if (text[end] === '.') end--;
  if (text[end] !== 'e') return i;
  end--;
  while (end > 0 && (text[end] === ' ' || text[end] === '.')) end--;
  return end;
}

/** The role of a letter in either case; -1 if there is none. */
const roleAt = (roles: Int8Array, char: number): number =>
  char >= UPPER_A && char < 128 ? roles[char >= LOWER_A ? char - 32 : char]! : -1;

/** O-O or O-O-O, with letters or zeros, ending at `last`. */
function castle(text: string, last: number): number {
  if (last !== 2 && last !== 4) return UNREADABLE;
  for (let i = 0; i <= last; i++) {
    const char = text.charCodeAt(i);
    if (i % 2 === 1 ? char !== MINUS : char !== UPPER_O && char !== ZERO && char !== LOWER_O) return UNREADABLE;
  }
  scanned.side = last === 2 ? 0 : 1;
  return CASTLE;
}

/** A drop whose @ is at `at`. */
function drop(lookups: Lookups, text: string, at: number, promotion: number): number {
  if (at > 1 || promotion >= 0) return UNREADABLE;
  scanned.role = at === 0 ? lookups.pawn : roleAt(lookups.roles, text.charCodeAt(0));
  return scanned.role < 0 ? UNREADABLE : DROP;
}
