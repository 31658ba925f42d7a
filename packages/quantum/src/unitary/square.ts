/** Squares are 0 (a1) … 63 (h8). A set of squares is two 32-bit words: `lo` holds ranks 1–4, `hi` ranks 5–8. */
export const squareName = (square: number): string => FILES[square & 7]! + String((square >> 3) + 1);

/** -1 if the text is not a square. */
export function parseSquare(text: string): number {
  if (text.length !== 2) return -1;
  const file = text.charCodeAt(0) - 97;
  const rank = text.charCodeAt(1) - 49;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : -1;
}

const FILES = 'abcdefgh';

/** The bit of a square in each of the two words. */
export const BIT_LO: Int32Array = Int32Array.from({ length: 64 }, (_, square) => (square < 32 ? 1 << square : 0));
export const BIT_HI: Int32Array = Int32Array.from({ length: 64 }, (_, square) =>
  square < 32 ? 0 : 1 << (square - 32),
);

export function popcount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The squares of a set, ascending. Not for hot loops. */
export function squaresOf(lo: number, hi: number): number[] {
  const squares: number[] = [];
  for (let bits = lo; bits !== 0; bits &= bits - 1) squares.push(31 - Math.clz32(bits & -bits));
  for (let bits = hi; bits !== 0; bits &= bits - 1) squares.push(63 - Math.clz32(bits & -bits));
  return squares;
}

/** Steps of the eight rays: the first four are the rook's, the last four the bishop's. */
const STEPS: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];
const KNIGHT_STEPS: readonly (readonly [number, number])[] = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];

/** `RAYS[square * 8 + direction]`: the squares of a ray, nearest first. */
export const RAYS: readonly Uint8Array[] = Array.from({ length: 512 }, (_, i) => walk(i >> 3, STEPS[i & 7]!, 7));
export const KNIGHT_LEAPS: readonly Uint8Array[] = Array.from({ length: 64 }, (_, s) => leaps(s, KNIGHT_STEPS));
export const KING_LEAPS: readonly Uint8Array[] = Array.from({ length: 64 }, (_, s) => leaps(s, STEPS));

/** `PATH_LO[a * 64 + b]`, `PATH_HI[…]`: the squares strictly between a and b on a line; empty if there is no line. */
export const PATH_LO: Int32Array = new Int32Array(4096);
export const PATH_HI: Int32Array = new Int32Array(4096);
for (let from = 0; from < 64; from++) {
  for (let direction = 0; direction < 8; direction++) {
    let lo = 0;
    let hi = 0;
    for (const to of RAYS[from * 8 + direction]!) {
      PATH_LO[from * 64 + to] = lo;
      PATH_HI[from * 64 + to] = hi;
      lo |= BIT_LO[to]!;
      hi |= BIT_HI[to]!;
    }
  }
}

function walk(from: number, [files, ranks]: readonly [number, number], most: number): Uint8Array {
  const squares: number[] = [];
  let file = (from & 7) + files;
  let rank = (from >> 3) + ranks;
  while (file >= 0 && file < 8 && rank >= 0 && rank < 8 && squares.length < most) {
    squares.push(rank * 8 + file);
    file += files;
    rank += ranks;
  }
  return Uint8Array.from(squares);
}

function leaps(from: number, steps: readonly (readonly [number, number])[]): Uint8Array {
  return Uint8Array.from(steps.flatMap((step) => [...walk(from, step, 1)]));
}
