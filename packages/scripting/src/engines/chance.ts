import { createCipheriv, createHash } from 'node:crypto';
import { type Random, randomFrom, seededRandom } from '@chessmith/std';

/**
 * Fixes every random number that a call can draw. A text is 256 bits in hexadecimal that the server drew for this one
 * call. A whole number is what earlier versions recorded, and 0 where chance plays no part; it means what it always meant.
 */
export type Seed = string | number;

/** A new seed, of eight draws. */
export const drawSeed = (chance: Pick<Random, 'int'>): string =>
  Array.from({ length: 8 }, () =>
    chance
      .int(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');

/** A random stream of its own for each purpose: no output of one tells anything about another, or about the seed. */
export function randomOf(seed: Seed, purpose: string): Omit<Random, 'fork'> {
  if (typeof seed === 'number') return seededRandom(seed);
  const next = keystream(seed, purpose);
  let [bytes, at] = [next(), 0];
  return randomFrom(() => {
    if (at === bytes.length) [bytes, at] = [next(), 0];
    at += 4;
    return bytes.readUInt32LE(at - 4);
  });
}

/** The beginning of such a stream. */
export const secretBytes = (seed: string, purpose: string, count: number): Buffer => keystream(seed, purpose)(count);

function keystream(seed: string, purpose: string): (count?: number) => Buffer {
  const key = createHash('sha256').update(`${purpose} ${seed}`).digest();
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return (count = 256) => cipher.update(Buffer.alloc(count));
}
