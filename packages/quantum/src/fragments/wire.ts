/** A probability in 16 bits, as the protocol encodes it: 1 is FFFF, a half is 7FFF. */
export function encodeProbability(probability: number): number {
  return Math.min(0xffff, Math.max(0, Math.trunc(probability * 65536 - 1)));
}

/** The inverse, accurate to 1/65536. */
export const decodeProbability = (encoded: number): number => (encoded + 1) / 65536;
