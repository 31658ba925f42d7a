/**
 * Games share a few thousand different moves, so strings are cached. A word of up to eight ASCII characters is packed
 * into two integers (seven bits per character), which index the string made last time. A collision replaces the older
 * word.
 */
export function internWord(low: number, high: number, text: string, from: number, to: number): string {
  const slot = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> SHIFT;
  if (lows[slot] === low && highs[slot] === high) return words[slot] as string;
  const word = text.slice(from, to);
  lows[slot] = low;
  highs[slot] = high;
  words[slot] = word;
  return word;
}

export const LONGEST_PACKED = 8;

const BITS = 13;
const SHIFT = 32 - BITS;
const lows = new Int32Array(1 << BITS);
const highs = new Int32Array(1 << BITS);
const words: string[] = new Array<string>(1 << BITS).fill('');
