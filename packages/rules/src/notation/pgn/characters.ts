/** Kinds of characters at the start of a token. */
export const LETTER = 0;
export const SPACE = 1;
export const NEWLINE = 2;
export const DIGIT = 3;
export const BRACE = 4;
export const SEMICOLON = 5;
export const OPEN = 6;
export const CLOSE = 7;
export const DOLLAR = 8;
export const GLYPH = 9;
export const STAR = 10;
export const CLOSE_BRACE = 11;
export const DOT = 12;
/** Part of a word. At the start of a line, `[` begins a tag and `%` a line to skip. */
const OTHER = 13;

const KINDS = new Uint8Array(128).fill(OTHER);
KINDS.fill(SPACE, 0, 33);
KINDS[127] = SPACE;
KINDS[10] = NEWLINE;
KINDS.fill(DIGIT, 48, 58);
KINDS.fill(LETTER, 65, 91);
KINDS.fill(LETTER, 97, 123);
for (const [character, kind] of [
  ['{', BRACE],
  [';', SEMICOLON],
  ['(', OPEN],
  [')', CLOSE],
  ['$', DOLLAR],
  ['!', GLYPH],
  ['?', GLYPH],
  ['*', STAR],
  ['}', CLOSE_BRACE],
  ['.', DOT],
] as const) {
  KINDS[character.charCodeAt(0)] = kind;
}

export const kindOf = (code: number): number => (code < 128 ? (KINDS[code] as number) : kindBeyondAscii(code));

/** Text copied from web pages has no-break spaces, and concatenated files have byte order marks. */
function kindBeyondAscii(code: number): number {
  if (code === 0xa0 || code === 0xfeff) return SPACE;
  return code === 0x2026 ? DOT : OTHER;
}

const ENDS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const kind = KINDS[code] as number;
  ENDS[code] = kind === LETTER || kind === DIGIT || kind >= DOT ? 0 : 1;
}

/** A move, number or glyph ends before such a character. */
export const endsWord = (code: number): boolean => (code < 128 ? ENDS[code] === 1 : code === 0xa0 || code === 0xfeff);

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Characters of a tag name. */
export const isNameCharacter = (code: number): boolean =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;

/** The dot of `1.`, or the ellipsis of `1…` that word processors insert. */
export const isDot = (code: number): boolean => code === 46 || code === 0x2026;
