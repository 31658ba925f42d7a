import { seededRandom } from '@chessmith/std';

/** Random tries before the index gets one more bit, which makes a suitable magic number easier to find. */
const TRIES_PER_WIDTH = 400;
const MAX_BITS = 12;
/** By then every width was tried; a line with that many bends has no useful magic number. */
const MAX_TRIES = TRIES_PER_WIDTH * MAX_BITS;
/** A memory limit for hand-written tables. Standard chess needs a fiftieth of it. */
const MAX_REACHABLE = 1 << 21;

/**
 * Collects lines (one or two rays from a square). For each occupancy of a line it stores the set of reachable squares,
 * at the index that a magic number computes from the occupied squares.
 */
export function magicLines() {
  const reachable: number[] = [];
  const records = new Map<string, readonly number[] | null>();
  const random = seededRandom(7);
  const slots = new Int32Array(1 << MAX_BITS);

  /**
   * Mask, magic number, shift and offset of a line, cached. Null if the line is too long, has no magic number, or
   * memory ran out.
   */
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
    // The last square of a ray is reachable whether it is occupied or not.
    const relevant = line.flatMap((ray) => ray.slice(0, -1));
    if (relevant.length > MAX_BITS || reachable.length > MAX_REACHABLE) return null;
    const mask = bitsOf(relevant);
    const cases = casesOf(line, relevant);
    const bits = Math.max(1, relevant.length);
    const known = [rowMagic(relevant), straightMagic(relevant, true), straightMagic(relevant, false)];
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const magic = attempt < known.length ? known[attempt]! : { low: sparse(), high: sparse(), bits };
      const width = magic === null ? 0 : Math.min(MAX_BITS, magic.bits + ((attempt / TRIES_PER_WIDTH) | 0));
      if (magic === null || !fits(cases, magic.low, magic.high, 32 - width)) continue;
      const offset = reachable.length;
      for (let index = 0; index < 1 << width; index++) {
        const which = slots[index]! - 1;
        reachable.push(which < 0 ? 0 : cases.low[which]!, which < 0 ? 0 : cases.high[which]!);
      }
      return [mask[0], mask[1], magic.low, magic.high, 32 - width, offset];
    }
    return null;
  }

  /** Whether no index stands for two different sets of squares; fills `slots` with case + 1. */
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

  return { recordOf, table: (): Int32Array => Int32Array.from(reachable) };
}

type Magic = { readonly low: number; readonly high: number; readonly bits: number };

/** For adjacent squares in one 32-bit half: one shift moves them, with their gaps, to the top bits. */
function rowMagic(relevant: readonly number[]): Magic | null {
  const first = Math.min(...relevant);
  const last = Math.max(...relevant);
  if (relevant.length === 0 || first >> 5 !== last >> 5 || last - first > 7) return null;
  const bits = last - first + 1;
  const factor = 1 << (32 - bits - (first & 31));
  return { low: first < 32 ? factor : 0, high: first < 32 ? 0 : factor, bits };
}

/**
 * For squares on a file or diagonal: the number that moves each square to its own top bit, the low half first or last.
 * Other products mostly land below those bits or overflow; `fits` checks the result.
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

/** Every occupancy of the relevant squares, with the squares that are then reachable. */
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
