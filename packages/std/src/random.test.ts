import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from './random.js';

const seeds = fc.maxSafeInteger();
const many = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);

describe('the stream', () => {
  // Changing these numbers changes every recorded proof and test.
  test.each([
    [0, [3099237842, 1859593332, 514849446, 2212636303]],
    [1, [1026997160, 3763968801, 3390820578, 14234907]],
    [-1, [2106583612, 2774823575, 1812014738, 3480425904]],
    [2 ** 40, [3564151220, 188436256, 296939349, 450365783]],
  ])('of seed %d never changes', (seed, expected) => {
    expect(many(4, seededRandom(seed).uint32)).toEqual(expected);
  });

  test('is the same for the same seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(many(20, seededRandom(seed).uint32)).toEqual(many(20, seededRandom(seed).uint32));
      }),
    );
  });

  test('differs for different seeds', () => {
    fc.assert(
      fc.property(seeds, seeds, (a, b) => {
        fc.pre(a !== b);
        expect(many(4, seededRandom(a).uint32)).not.toEqual(many(4, seededRandom(b).uint32));
      }),
    );
  });

  test('of neighbouring seeds is unrelated from the first number on', () => {
    const first = many(4096, () => 0).map((_, seed) => seededRandom(seed).next());
    expect(chiSquare(first, 16)).toBeLessThan(40);
  });

  test('of a fork is independent, and using it does not affect the parent', () => {
    const [a, b] = [seededRandom(7), seededRandom(7)];
    const fork = a.fork();
    b.fork();
    const drawn = many(10, fork.uint32);
    const after = many(10, a.uint32);
    expect(after).toEqual(many(10, b.uint32));
    expect(drawn).not.toEqual(after);
  });

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('rejects the seed %d', (seed) => {
    expect(() => seededRandom(seed)).toThrow(RangeError);
  });
});

describe('a draw', () => {
  test('of a number lies in [0, 1) and of an integer below its bound', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
        const random = seededRandom(seed);
        for (const value of many(20, random.next)) expect(value >= 0 && value < 1).toBe(true);
        for (const value of many(20, () => random.int(bound))) {
          expect(Number.isInteger(value) && value >= 0 && value < bound).toBe(true);
        }
      }),
    );
  });

  test.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])('of an integer below %d throws', (bound) => {
    expect(() => seededRandom(1).int(bound)).toThrow(RangeError);
  });

  test.each<[string, number, (random: Random) => number]>([
    ['next', 16, (random) => random.next()],
    ['int of 6', 6, (random) => random.int(6) / 6],
    // Without rejection sampling the lower half would occur twice as often as the upper.
    ['int of 3 · 2³⁰', 6, (random) => random.int(3 * 2 ** 30) / (3 * 2 ** 30)],
    ['boolean', 2, (random) => (random.boolean() ? 0.5 : 0)],
    ['pick', 5, (random) => random.pick([0, 0.2, 0.4, 0.6, 0.8])],
    ['the first of a shuffle', 5, (random) => random.shuffle([0, 0.2, 0.4, 0.6, 0.8])[0] ?? 0],
  ])('of %s is uniform', (_, bins, draw) => {
    const random = seededRandom(42);
    expect(
      chiSquare(
        many(20_000, () => draw(random)),
        bins,
      ),
    ).toBeLessThan(40);
  });

  test('from an empty list throws', () => {
    expect(() => seededRandom(1).pick([])).toThrow(RangeError);
  });

  test('of a shuffle keeps all items and does not change the list', () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.integer()), (seed, items) => {
        const before = [...items];
        const shuffled = seededRandom(seed).shuffle(items);
        expect(items).toEqual(before);
        expect(shuffled.toSorted((a, b) => a - b)).toEqual(before.sort((a, b) => a - b));
      }),
    );
  });
});

/** Chi-square statistic of values in [0, 1); about the number of bins if they are uniform. */
function chiSquare(values: readonly number[], bins: number): number {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) counts[Math.floor(value * bins + 1e-9)]! += 1;
  const expected = values.length / bins;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
