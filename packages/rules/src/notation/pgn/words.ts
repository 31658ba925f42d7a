import type { PgnResult } from './game.js';

const RESULTS: ReadonlyMap<string, PgnResult> = new Map([
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '1/2-1/2'],
  ['*', '*'],
  // Not PGN but common in files: the short form, and typographic variants from word processors.
  ['1/2', '1/2-1/2'],
  ['½-½', '1/2-1/2'],
  ['½', '1/2-1/2'],
  ['1–0', '1-0'],
  ['0–1', '0-1'],
  ['½–½', '1/2-1/2'],
  ['1/2–1/2', '1/2-1/2'],
]);

/** The result that a word stands for. `0-0` is castling with zeros, not a result. */
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

/** The number (NAG) of an Informant symbol that stands alone. */
export const glyphOf = (word: string): number | undefined => GLYPHS.get(word);

/** The NAG of `!`, `?`, `!!`, `??`, `!?` or `?!` by character codes; other second characters are ignored. */
export function signOf(first: number, second: number): number {
  const isGood = first === 33;
  if (second === 33) return isGood ? 3 : 6;
  if (second === 63) return isGood ? 5 : 4;
  return isGood ? 1 : 2;
}

/** Ignored after a move such as `exd6 e.p.`, because the move itself implies it. */
export const EN_PASSANT = 'e.p.';
