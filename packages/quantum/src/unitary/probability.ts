import { type Joint, jointFrom } from '../inspection/joint.js';
import type { Board } from './board.js';
import { BIT_HI, BIT_LO, squareName, squaresOf } from './square.js';
import type { Wave } from './wave.js';

/** Probabilities that need no measurement: no function here changes the board. */

/** For each square the probability that it is occupied; exactly 0 or 1 if no state or every state occupies it. */
export function marginals(board: Board): Float64Array {
  const { size, lo, hi, re, im, orLo, orHi, andLo, andHi } = board.wave;
  const result = new Float64Array(64);
  for (const square of squaresOf(andLo, andHi)) result[square] = 1;
  const openLo = orLo & ~andLo;
  const openHi = orHi & ~andHi;
  for (let i = 0; i < size; i++) {
    const weight = re[i]! * re[i]! + im[i]! * im[i]!;
    for (let bits = lo[i]! & openLo; bits !== 0; bits &= bits - 1) result[31 - Math.clz32(bits & -bits)]! += weight;
    for (let bits = hi[i]! & openHi; bits !== 0; bits &= bits - 1) result[63 - Math.clz32(bits & -bits)]! += weight;
  }
  return result;
}

/** The probability that both squares, one of them or neither is occupied. */
export function jointOf(board: Board, a: number, b: number): Joint {
  const p = [0, 0, 0, 0];
  const { size, lo, hi, re, im } = board.wave;
  for (let i = 0; i < size; i++) {
    const hasA = ((lo[i]! & BIT_LO[a]!) | (hi[i]! & BIT_HI[a]!)) !== 0 ? 2 : 0;
    const hasB = ((lo[i]! & BIT_LO[b]!) | (hi[i]! & BIT_HI[b]!)) !== 0 ? 1 : 0;
    p[hasA + hasB]! += re[i]! * re[i]! + im[i]! * im[i]!;
  }
  const [p00, p01, p10, p11] = p as [number, number, number, number];
  return jointFrom(p00, p01, p10, p11);
}

/**
 * How the probabilities of other squares would change if a piece were found on `square`, and if it were not. Zero if
 * that is impossible.
 */
export type Impact = { readonly ifFound: Float64Array; readonly ifNot: Float64Array };

/** Computes the effect of measuring one square without measuring it. */
export function impactOf(board: Board, square: number): Impact {
  const before = marginals(board);
  const { size, lo, hi, re, im, orLo, orHi } = board.wave;
  const found = new Float64Array(64);
  let pFound = 0;
  let pTotal = 0;
  for (let i = 0; i < size; i++) {
    const weight = re[i]! * re[i]! + im[i]! * im[i]!;
    pTotal += weight;
    if (((lo[i]! & BIT_LO[square]!) | (hi[i]! & BIT_HI[square]!)) === 0) continue;
    pFound += weight;
    for (const each of squaresOf(lo[i]! | 0, hi[i]! | 0)) found[each]! += weight;
  }
  const pNot = before[square] === 1 ? 0 : pTotal - pFound;
  const ifFound = new Float64Array(64);
  const ifNot = new Float64Array(64);
  for (const each of squaresOf(orLo, orHi)) {
    if (pFound > 0) ifFound[each] = found[each]! / pFound - before[each]!;
    if (pNot > 0) ifNot[each] = (before[each]! - found[each]!) / pNot - before[each]!;
  }
  return { ifFound, ifNot };
}

/** The number of possible classical boards; states that differ only in their history count once. */
export function countBoards({ wave }: Board): number {
  if (wave.labels === 1) return wave.size;
  let count = 0;
  for (const row of weightsOf(wave).values()) count += row.size;
  return count;
}

export type LikelyBoard = { readonly squares: readonly string[]; readonly probability: number };

/** The possible classical boards, most likely first; ties are ordered by squares. */
export function boardsOf(board: Board, most: number): LikelyBoard[] {
  const boards = [...weightsOf(board.wave)].flatMap(([h, row]) =>
    [...row].map(([l, probability]) => ({ l, h, probability })),
  );
  // Probabilities that differ by rounding only count as equal, so that the order is the same on every machine.
  const rank = (p: number) => Math.round(p * 1e9);
  boards.sort((a, b) => rank(b.probability) - rank(a.probability) || a.h - b.h || a.l - b.l);
  return boards.slice(0, most).map(({ l, h, probability }) => ({
    squares: squaresOf(l | 0, h | 0).map(squareName),
    probability: boards.length === 1 ? 1 : probability,
  }));
}

/** The probability of each occupancy, indexed by its upper and then its lower half. */
function weightsOf({ size, lo, hi, re, im }: Wave): Map<number, Map<number, number>> {
  const weights = new Map<number, Map<number, number>>();
  for (let i = 0; i < size; i++) {
    const row = weights.get(hi[i]!) ?? new Map<number, number>();
    weights.set(hi[i]!, row);
    row.set(lo[i]!, (row.get(lo[i]!) ?? 0) + re[i]! * re[i]! + im[i]! * im[i]!);
  }
  return weights;
}
