import type { PgnResult } from './game.js';

const RESULTS: ReadonlyMap<string, PgnResult> = new Map([
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '1/2-1/2'],
  ['*', '*'],
  // Not PGN, but found in files: the short form, and what word processors make of the long one.
  ['1/2', '1/2-1/2'],
  ['½-½', '1/2-1/2'],
  ['½', '1/2-1/2'],
  ['1–0', '1-0'],
  ['0–1', '0-1'],
  ['½–½', '1/2-1/2'],
  ['1/2–1/2', '1/2-1/2'],
]);

/** How the word ends a game. `0-0` is castling written with zeros. */
export const resultOf = (word: string): PgnResult | undefined => RESULTS.get(word);

const GLYPHS: ReadonlyMap<string, number> = new Map([
  ['□', 7],
  ['=', 10],
  ['∞', 13],
  ['+=', 14],
  ['+/=', 14],
  ['⩲', 14],
  ['=+', 15],
  ['=/+', 15],
  ['⩱', 15],
  ['+/-', 16],
  ['±', 16],
  ['-/+', 17],
  ['∓', 17],
  ['+-', 18],
  ['-+', 19],
]);

/** The number of a glyph that stands alone, as the Informant writes it. */
export const glyphOf = (word: string): number | undefined => GLYPHS.get(word);

/** `!`, `?`, `!!`, `??`, `!?` or `?!` from its character codes; the second counts only if it is one of the two. */
export function signOf(first: number, second: number): number {
  const isGood = first === 33;
  if (second === 33) return isGood ? 3 : 6;
  if (second === 63) return isGood ? 5 : 4;
  return isGood ? 1 : 2;
}

/** `exd6 e.p.`: the move alone tells it. */
export const EN_PASSANT = 'e.p.';
