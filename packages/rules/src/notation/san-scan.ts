import type { Lookups } from './lookups.js';

/** What kind of move a text asks for. */
export const UNREADABLE = 0;
export const MOVE = 1;
export const CASTLE = 2;
export const DROP = 3;

/**
 * What the last text said; -1 is "not said". A role of -1 in a move stands for whatever is on the origin, which is then
 * said in full. One value for all texts, because reading a game must not leave anything behind.
 */
export const scanned = { role: -1, to: -1, file: -1, rank: -1, promotion: -1, side: -1 };

const AT = 64;
const LETTER_O = 79;
const ZERO = 48;
const LOWER_A = 97;
const LOWER_O = 111;
const LOWER_X = 120;
const EQUALS = 61;
const MINUS = 45;
const COLON = 58;

/** Reads a text in SAN into `scanned`, without asking the position. */
export function scanSan(lookups: Lookups, text: string): number {
  const { tables, roles, pawn } = lookups;
  const end = endOfMove(text);
  let i = 0;
  let role = pawn;
  let named = false;
  const first = text.charCodeAt(0);
  if (first <= 90 && end > 0) {
    if ((first === LETTER_O || first === ZERO) && isCastle(text, end)) return CASTLE;
    if (first !== AT) {
      role = first < 65 ? -1 : roles[first]!;
      if (role < 0) return UNREADABLE;
      named = true;
      i = 1;
    }
  } else if (first === LOWER_O && isCastle(text, end)) return CASTLE;

  let file = -1;
  let rank = -1;
  let fromFile = -1;
  let fromRank = -1;
  let said = false;
  let promotion = -1;
  let drops = false;
  let signs = 0;
  while (i < end) {
    const char = text.charCodeAt(i++);
    if (char >= LOWER_A && char < LOWER_A + tables.files && !(i === end && rank >= 0)) {
      if (file >= 0 || rank >= 0) {
        if (said) return UNREADABLE;
        fromFile = file;
        fromRank = rank;
        said = true;
        rank = -1;
      }
      file = char - LOWER_A;
    } else if (char > ZERO && char <= ZERO + 9) {
      if (rank >= 0) return UNREADABLE;
      rank = char - ZERO;
      const next = i < end ? text.charCodeAt(i) - ZERO : -1;
      if (next >= 0 && next <= 9) {
        rank = rank * 10 + next;
        i++;
      }
      rank--;
      if (rank >= tables.ranks) return UNREADABLE;
    } else if (char === LOWER_X || char === MINUS || char === COLON) {
      if (said || signs++ > 0 || (!named && file < 0)) return UNREADABLE;
    } else if (char === AT) {
      if (file >= 0 || rank >= 0 || drops) return UNREADABLE;
      drops = true;
    } else {
      if (file < 0 || rank < 0 || drops) return UNREADABLE;
      const letter = char === EQUALS && i < end ? text.charCodeAt(i++) : char;
      promotion = letter < 128 ? roles[letter >= LOWER_A ? letter - 32 : letter]! : -1;
      if (promotion < 0 || i !== end) return UNREADABLE;
    }
  }
  if (file < 0 || rank < 0) return UNREADABLE;
  if (drops && (said || role < 0)) return UNREADABLE;
  scanned.role = !named && !drops && fromFile >= 0 && fromRank >= 0 ? -1 : role;
  if (scanned.role < 0 && (fromFile < 0 || fromRank < 0)) return UNREADABLE;
  scanned.to = rank * tables.files + file;
  scanned.file = fromFile;
  scanned.rank = fromRank;
  scanned.promotion = promotion;
  return drops ? DROP : MOVE;
}

/** Where the move ends and marks such as `+`, `#`, `!?` or `e.p.` begin. */
function endOfMove(text: string): number {
  let end = text.length;
  while (end > 0 && isMark(text.charCodeAt(end - 1))) end--;
  if (end > 4 && text.charCodeAt(end - 1) === 112 && text.endsWith('e.p', end)) end -= 3;
  else if (end > 4 && text.charCodeAt(end - 1) === 112 && text.endsWith('.ep', end)) end -= 3;
  while (end > 0 && text.charCodeAt(end - 1) === 32) end--;
  return end;
}

/** `+ # ! ?`, a full stop, a space. */
const isMark = (char: number): boolean =>
  char === 43 || char === 35 || char === 33 || char === 63 || char === 46 || char === 32;

/** O-O or O-O-O, with letters or zeros. */
function isCastle(text: string, end: number): boolean {
  if (end !== 3 && end !== 5) return false;
  for (let i = 0; i < end; i++) {
    const char = text.charCodeAt(i);
    if (i % 2 === 1 ? char !== MINUS : char !== LETTER_O && char !== ZERO && char !== LOWER_O) return false;
  }
  scanned.side = end === 3 ? 0 : 1;
  return true;
}
