/** A probability that is neither 0 nor 1, as 1 to 99: what is possible is never shown as impossible, nor as certain. */
export const percentOf = (probability: number): number => Math.min(99, Math.max(1, Math.round(probability * 100)));
