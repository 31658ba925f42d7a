import { createCipheriv, createHash } from 'node:crypto';
import { type Random, randomFrom, seededRandom } from '@chessmith/std';

/**
 * Determines every random number of a call. A string is 256 bits in hexadecimal, drawn by the server for this call. A
 * number is what earlier versions recorded, or 0 without chance; its meaning must never change.
 */
export type Seed = string | number;

/** Draws a new seed, with eight draws of 32 bits. */
export const drawSeed = (chance: Pick<Random, 'int'>): string =>
  Array.from({ length: 8 }, () =>
    chance
      .int(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');

/** An independent random stream per purpose: the output of one reveals nothing about another, or about the seed. */
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

/** The first bytes of the random stream of a seed and a purpose. */
export const secretBytes = (seed: string, purpose: string, count: number): Buffer => keystream(seed, purpose)(count);

function keystream(seed: string, purpose: string): (count?: number) => Buffer {
  const key = createHash('sha256').update(`${purpose} ${seed}`).digest();
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return (count = 256) => cipher.update(Buffer.alloc(count));
}
