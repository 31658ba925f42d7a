import { type Board, cloneBoard } from './board.js';
import type { Move } from './move.js';
import { firstSquare, secondSquare, thirdSquare } from './move.js';
import { FORCE_PASS, playMove } from './play.js';
import { marginals } from './probability.js';
import { BIT_HI, BIT_LO } from './square.js';

/**
 * How a piece on `a` or `b` could interfere with itself. `coherence` ranges from 0 (a mixture) to 1. `phase` in (-π, π]
 * is that of the amplitude on `a` relative to `b`; it has no meaning if the coherence is 0.
 */
export type RelativePhase = { readonly coherence: number; readonly phase: number };

/** Computed from the off-diagonal ⟨10|ρ|01⟩ of the two squares; a merge is certain only at phase 0. */
export function relativePhase(board: Board, a: number, b: number): RelativePhase {
  const { size, lo, hi, label, re, im } = board.wave;
  const aLo = BIT_LO[a]!;
  const aHi = BIT_HI[a]!;
  const bLo = BIT_LO[b]!;
  const bHi = BIT_HI[b]!;
  const onA = new Map<string, number>();
  let p10 = 0;
  for (let i = 0; i < size; i++) {
    if (((lo[i]! & aLo) | (hi[i]! & aHi)) === 0 || ((lo[i]! & bLo) | (hi[i]! & bHi)) !== 0) continue;
    onA.set(`${lo[i]! & ~aLo},${hi[i]! & ~aHi},${label[i]}`, i);
    p10 += re[i]! ** 2 + im[i]! ** 2;
  }
  let p01 = 0;
  let sumRe = 0;
  let sumIm = 0;
  for (let i = 0; i < size; i++) {
    if (((lo[i]! & bLo) | (hi[i]! & bHi)) === 0 || ((lo[i]! & aLo) | (hi[i]! & aHi)) !== 0) continue;
    p01 += re[i]! ** 2 + im[i]! ** 2;
    const partner = onA.get(`${lo[i]! & ~bLo},${hi[i]! & ~bHi},${label[i]}`);
    if (partner === undefined) continue;
    sumRe += re[partner]! * re[i]! + im[partner]! * im[i]!;
    sumIm += im[partner]! * re[i]! - re[partner]! * im[i]!;
  }
  if (p10 === 0 || p01 === 0) return { coherence: 0, phase: 0 };
  const coherence = Math.min(1, Math.hypot(sumRe, sumIm) / Math.sqrt(p10 * p01));
  return { coherence, phase: coherence < 1e-9 ? 0 : Math.atan2(sumIm, sumRe) };
}

/**
 * Where the piece will be after a merge, which measures nothing; `certain` if it leaves both sources on every board.
 */
export type MergeOutlook = {
  readonly onTarget: number;
  readonly onFirst: number;
  readonly onSecond: number;
  readonly certain: boolean;
};

/** Plays a legal merge on a copy. */
export function mergeOutlook(board: Board, merge: Move): MergeOutlook {
  const after = cloneBoard(board);
  playMove(after, merge, FORCE_PASS);
  const p = marginals(after);
  const onFirst = p[firstSquare(merge)]!;
  const onSecond = p[secondSquare(merge)]!;
  return { onTarget: p[thirdSquare(merge)]!, onFirst, onSecond, certain: onFirst === 0 && onSecond === 0 };
}
