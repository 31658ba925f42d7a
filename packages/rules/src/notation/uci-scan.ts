/**
 * Offsets in the last scanned text: of a move, the second square and what follows it; of a drop, its square. One shared
 * object, as in `san-scan.ts`: the server reads every move here.
 */
export const scannedUci = { isDrop: false, second: 0, end: 0 };

const MINUS = 45;
const EQUALS = 61;
const AT = 64;
const LOWER_A = 97;
const LOWER_P = 112;
const LOWER_Z = 122;

/**
 * Whether a text looks like UCI: two squares and an optional role (`e7e8q`, `e7e8=queen`), or a drop (`N@f3`, `@e4`).
 */
export function scanUci(text: string): boolean {
  const sign = text.charCodeAt(0) === AT ? 0 : 1;
  if (text.charCodeAt(sign) === AT) {
    if (sign === 1 && !isLetter(text.charCodeAt(0))) return false;
    scannedUci.isDrop = true;
    scannedUci.second = sign + 1;
    scannedUci.end = afterSquare(text, sign + 1);
    return scannedUci.end === text.length;
  }
  const second = afterSquare(text, 0);
  const end = second < 0 ? -1 : afterSquare(text, second);
  if (end < 0) return false;
  scannedUci.isDrop = false;
  scannedUci.second = second;
  scannedUci.end = end;
  return end === text.length || isRole(text, end);
}

/** The offset after a letter from a to p and one or two digits; -1 if they are missing. */
function afterSquare(text: string, at: number): number {
  const file = text.charCodeAt(at);
  if (!(file >= LOWER_A && file <= LOWER_P && isDigit(text.charCodeAt(at + 1)))) return -1;
  return isDigit(text.charCodeAt(at + 2)) ? at + 3 : at + 2;
}

/** A letter with or without `=` before it; after `=` also a role name. */
function isRole(text: string, at: number): boolean {
  const hasSign = text.charCodeAt(at) === EQUALS;
  const first = hasSign ? at + 1 : at;
  if (first === text.length - 1 && isLetter(text.charCodeAt(first))) return true;
  if (!hasSign || first === text.length) return false;
  for (let i = first; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char !== MINUS && !(char >= LOWER_A && char <= LOWER_Z)) return false;
  }
  return true;
}

const isDigit = (char: number): boolean => char >= 48 && char <= 57;

/** Tests both cases at once, which differ in one bit. */
const isLetter = (char: number): boolean => (char | 32) >= LOWER_A && (char | 32) <= LOWER_Z;
