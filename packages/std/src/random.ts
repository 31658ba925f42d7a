/**
 * A reproducible random stream: the same seed gives the same numbers on every machine. For tests, proofs and computer
 * players. Never for secrets or rated games: the seed reveals all later numbers.
 */
export type Random = {
  /** An integer from 0 to 2³² − 1. */
  uint32(): number;
  /** A number in [0, 1) with 53 random bits. */
  next(): number;
  /** A uniform integer in [0, bound). `bound` is an integer from 1 to 2³². */
  int(bound: number): number;
  boolean(): boolean;
  /** One of the items; the list must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** A new list with the same items in random order. */
  shuffle<T>(items: readonly T[]): T[];
  /** An independent stream; creating it advances this one by a fixed amount. */
  fork(): Random;
};

/** Seeds are safe integers, negative ones included; each gives a different stream. */
export function seededRandom(seed: number): Random {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`a seed must be a safe integer, not ${seed}`);
  return fromWords(seed | 0, Math.floor(seed / 2 ** 32));
}

/** xoshiro128** 1.1 by David Blackman and Sebastiano Vigna (public domain, prng.di.unimi.it). */
function xoshiro128(a: number, b: number, c: number, d: number): Random {
  let s0 = a;
  let s1 = b;
  let s2 = c;
  let s3 = d;
  // The all-zero state would only produce zeros.
  if ((s0 | s1 | s2 | s3) === 0) s0 = 1;

  const uint32 = (): number => {
    const x = Math.imul(s1, 5);
    const result = Math.imul((x << 7) | (x >>> 25), 9) >>> 0;
    const t = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = (s3 << 11) | (s3 >>> 21);
    return result;
  };
  return { ...randomFrom(uint32), fork: () => fromWords(uint32(), uint32()) };
}

/** The same methods on another source of integers from 0 to 2³² − 1. */
export function randomFrom(uint32: () => number): Omit<Random, 'fork'> {
  function int(bound: number): number {
    if (!Number.isInteger(bound) || bound < 1 || bound > 2 ** 32) {
      throw new RangeError(`a bound must be an integer from 1 to 2^32, not ${bound}`);
    }
    // Rejection sampling: values past the last multiple of the bound would favour small results.
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let value = uint32();
    while (value >= limit) value = uint32();
    return value % bound;
  }

  return {
    uint32,
    next: () => ((uint32() >>> 5) * 2 ** 26 + (uint32() >>> 6)) / 2 ** 53,
    int,
    boolean: () => uint32() >= 2 ** 31,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new RangeError('cannot pick from an empty list');
      return items[int(items.length)] as T;
    },
    shuffle<T>(items: readonly T[]): T[] {
      const shuffled = [...items];
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = int(i + 1);
        const item = shuffled[i] as T;
        shuffled[i] = shuffled[j] as T;
        shuffled[j] = item;
      }
      return shuffled;
    },
  };
}

/** Expands two words to the four words of the state, one to one, so that neighbouring seeds are far apart. */
function fromWords(low: number, high: number): Random {
  let a = mix(low + 0x9e3779b9);
  let b = mix(high + 0x3c6ef372);
  a ^= mix(b);
  b ^= mix(a);
  return xoshiro128(a, b, mix(a + 0xdaa66d2b), mix(b + 0x78dde6e4));
}

/** A bijection on 32 bits (the finaliser of splitmix32). */
function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}
