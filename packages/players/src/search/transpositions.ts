/** What earlier visits of positions found, in one array; later visits replace earlier ones of other positions. */
export type Transpositions = { readonly entries: Int32Array; readonly mask: number };

export const EXACT = 0;
export const AT_LEAST = 1;
export const AT_MOST = 2;

/** Numbers per entry: hash low, hash high, move, score + 32768 << 16 | depth << 2 | bound. */
export const ENTRY = 4;

/** Holds up to 2 ** bits positions, 16 bytes each. */
export const openTranspositions = (bits: number): Transpositions => ({
  entries: new Int32Array(ENTRY << bits),
  mask: (1 << bits) - 1,
});

/** The index of the entry of a position, whether or not it holds that position. */
export const entryAt = ({ mask }: Transpositions, low: number): number => (low & mask) * ENTRY;

export function storeEntry(
  { entries }: Transpositions,
  at: number,
  low: number,
  high: number,
  move: number,
  score: number,
  depth: number,
  bound: number,
): void {
  const isSame = entries[at] === low && entries[at + 1] === high;
  // Keep the best move that an earlier visit found if this one found none.
  if (move !== 0 || !isSame) entries[at + 2] = move;
  entries[at] = low;
  entries[at + 1] = high;
  entries[at + 3] = ((score + 32768) << 16) | (Math.max(0, depth) << 2) | bound;
}

export const scoreIn = (packed: number): number => (packed >>> 16) - 32768;
export const depthIn = (packed: number): number => (packed >> 2) & 127;
export const boundIn = (packed: number): number => packed & 3;
