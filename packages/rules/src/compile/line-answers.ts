import { seededRandom } from '@chessmith/std';

/** After so many tries the index gets one more bit, which makes a fitting magic number easier to find. */
const PATIENCE = 400;

/**
 * Collects lines (one or two rays from a square) and, for each, the answer "which squares are reached" for every way
 * its squares can be occupied, at the index that a magic number computes from those squares.
 */
export function lineAnswers() {
  const answers: number[] = [];
  const known = new Map<string, readonly number[]>();
  const random = seededRandom(7);
  const slots = new Int32Array(1 << 12);

  /** Mask, magic, shift and offset of a line, found once. */
  function recordOf(line: readonly (readonly number[])[]): readonly number[] {
    const key = line.map((ray) => ray.join()).join(';');
    let record = known.get(key);
    if (record === undefined) {
      record = findRecord(line);
      known.set(key, record);
    }
    return record;
  }

  function findRecord(line: readonly (readonly number[])[]): readonly number[] {
    // The last square of a ray is reached whether it is occupied or not.
    const relevant = line.flatMap((ray) => ray.slice(0, -1));
    const mask = bitsOf(relevant);
    const cases = casesOf(line, relevant);
    for (let attempt = 0; ; attempt++) {
      const bits = Math.max(1, relevant.length) + ((attempt / PATIENCE) | 0);
      const low = sparse();
      const high = sparse();
      if (!fits(cases, low, high, 32 - bits)) continue;
      const offset = answers.length;
      for (let index = 0; index < 1 << bits; index++) {
        const which = slots[index]! - 1;
        answers.push(which < 0 ? 0 : cases.low[which]!, which < 0 ? 0 : cases.high[which]!);
      }
      return [mask[0], mask[1], low, high, 32 - bits, offset];
    }
  }

  /** Whether no index stands for two different answers; fills `slots` with case + 1. */
  function fits(cases: Cases, low: number, high: number, shift: number): boolean {
    slots.fill(0, 0, 2 ** (32 - shift));
    for (let i = 0; i < cases.low.length; i++) {
      const index = (Math.imul(cases.occupiedLow[i]!, low) + Math.imul(cases.occupiedHigh[i]!, high)) >>> shift;
      const found = slots[index]! - 1;
      if (found < 0) slots[index] = i + 1;
      else if (cases.low[found] !== cases.low[i] || cases.high[found] !== cases.high[i]) return false;
    }
    return true;
  }

  const sparse = (): number => (random.uint32() & random.uint32() & random.uint32()) | 0;

  return { recordOf, table: (): Int32Array => Int32Array.from(answers) };
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
    const [occupiedLow, occupiedHigh] = bitsOf(relevant.filter((_, i) => (chosen >> i) & 1));
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
