import { seededRandom } from '@chessmith/std';

/** After so many random tries the index gets one more bit, which makes a fitting magic number easier to find. */
const PATIENCE = 400;
const MAX_BITS = 12;
/** By then every width was tried; a line that winds this much has no magic number worth looking for. */
const ATTEMPTS = PATIENCE * MAX_BITS;
/** Standard chess needs a fiftieth of it; tables somebody wrote could ask for any amount of memory. */
const MAX_ANSWERS = 1 << 21;

/**
 * Collects lines (one or two rays from a square) and, for each, the answer "which squares are reached" for every way
 * its squares can be occupied, at the index that a magic number computes from those squares.
 */
export function magicLines() {
  const answers: number[] = [];
  const records = new Map<string, readonly number[] | null>();
  const random = seededRandom(7);
  const slots = new Int32Array(1 << MAX_BITS);

  /** Mask, magic, shift and offset of a line, found once; null for a line that is too long or winds too much, or one too many. */
  function recordOf(line: readonly (readonly number[])[]): readonly number[] | null {
    const key = line.map((ray) => ray.join()).join(';');
    let record = records.get(key);
    if (record === undefined) {
      record = findRecord(line);
      records.set(key, record);
    }
    return record;
  }

  function findRecord(line: readonly (readonly number[])[]): readonly number[] | null {
    // The last square of a ray is reached whether it is occupied or not.
    const relevant = line.flatMap((ray) => ray.slice(0, -1));
    if (relevant.length > MAX_BITS || answers.length > MAX_ANSWERS) return null;
    const mask = bitsOf(relevant);
    const cases = casesOf(line, relevant);
    const bits = Math.max(1, relevant.length);
    const known = [rowMagic(relevant), straightMagic(relevant, true), straightMagic(relevant, false)];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const magic = attempt < known.length ? known[attempt]! : { low: sparse(), high: sparse(), bits };
      const width = magic === null ? 0 : Math.min(MAX_BITS, magic.bits + ((attempt / PATIENCE) | 0));
      if (magic === null || !fits(cases, magic.low, magic.high, 32 - width)) continue;
      const offset = answers.length;
      for (let index = 0; index < 1 << width; index++) {
        const which = slots[index]! - 1;
        answers.push(which < 0 ? 0 : cases.low[which]!, which < 0 ? 0 : cases.high[which]!);
      }
      return [mask[0], mask[1], magic.low, magic.high, 32 - width, offset];
    }
    return null;
  }

  /** Whether no index stands for two different answers; fills `slots` with case + 1. */
  function fits(cases: Cases, low: number, high: number, shift: number): boolean {
    slots.fill(0, 0, 2 ** (32 - shift));
    for (let i = 0; i < cases.low.length; i++) {
      const index = (Math.imul(cases.occupiedLow[i]!, low) ^ Math.imul(cases.occupiedHigh[i]!, high)) >>> shift;
      const found = slots[index]! - 1;
      if (found < 0) slots[index] = i + 1;
      else if (cases.low[found] !== cases.low[i] || cases.high[found] !== cases.high[i]) return false;
    }
    return true;
  }

  const sparse = (): number => (random.uint32() & random.uint32() & random.uint32()) | 0;

  return { recordOf, table: (): Int32Array => Int32Array.from(answers) };
}

type Magic = { readonly low: number; readonly high: number; readonly bits: number };

/** For squares side by side in one half: a shift moves them all, with the gap between them, to the top. */
function rowMagic(relevant: readonly number[]): Magic | null {
  const first = Math.min(...relevant);
  const last = Math.max(...relevant);
  if (relevant.length === 0 || first >> 5 !== last >> 5 || last - first > 7) return null;
  const bits = last - first + 1;
  const factor = 1 << (32 - bits - (first & 31));
  return { low: first < 32 ? factor : 0, high: first < 32 ? 0 : factor, bits };
}

/**
 * For squares on a file or diagonal: the number that moves each of them to its own top bit, the squares of the low
 * half first or last. Other products mostly fall below those bits or off the end; `fits` has the last word.
 */
function straightMagic(relevant: readonly number[], lowFirst: boolean): Magic | null {
  const inOrder = (a: number, b: number): number => a - b;
  const lows = relevant.filter((square) => square < 32).sort(inOrder);
  const highs = relevant.filter((square) => square >= 32).sort(inOrder);
  const bits = Math.max(1, relevant.length);
  let low = 0;
  let high = 0;
  for (const [target, square] of (lowFirst ? [...lows, ...highs] : [...highs, ...lows]).entries()) {
    const shift = 32 - bits + target - (square & 31);
    if (shift < 0) return null;
    if (square < 32) low |= 1 << shift;
    else high |= 1 << shift;
  }
  return { low, high, bits };
}

type Cases = {
  readonly occupiedLow: Int32Array;
  readonly occupiedHigh: Int32Array;
  readonly low: Int32Array;
  readonly high: Int32Array;
};

/** Every way to occupy the relevant squares, with the squares then reached. */
function casesOf(line: readonly (readonly number[])[], relevant: readonly number[]): Cases {
  const count = 1 << relevant.length;
  const cases = {
    occupiedLow: new Int32Array(count),
    occupiedHigh: new Int32Array(count),
    low: new Int32Array(count),
    high: new Int32Array(count),
  };
  for (let chosen = 0; chosen < count; chosen++) {
    let occupiedLow = 0;
    let occupiedHigh = 0;
    for (let i = 0; i < relevant.length; i++) {
      if (((chosen >> i) & 1) === 0) continue;
      const square = relevant[i]!;
      if (square < 32) occupiedLow |= 1 << square;
      else occupiedHigh |= 1 << square;
    }
    let low = 0;
    let high = 0;
    for (const ray of line) {
      for (const square of ray) {
        const bit = 1 << square;
        if (square < 32) low |= bit;
        else high |= bit;
        if (((square < 32 ? occupiedLow : occupiedHigh) & bit) !== 0) break;
      }
    }
    cases.occupiedLow[chosen] = occupiedLow;
    cases.occupiedHigh[chosen] = occupiedHigh;
    cases.low[chosen] = low;
    cases.high[chosen] = high;
  }
  return cases;
}

function bitsOf(squares: readonly number[]): readonly [number, number] {
  const bits: [number, number] = [0, 0];
  for (const square of squares) bits[square >> 5]! |= 1 << square;
  return bits;
}
