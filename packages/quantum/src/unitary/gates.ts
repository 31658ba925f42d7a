import { halfSwap } from './half-swap.js';
import { BIT_HI, BIT_LO } from './square.js';
import { reserve, type Wave } from './wave.js';

/*
 * Only the two half swaps (in split and merge) create or combine states; every other gate moves states in place.
 * Gates do not update the masks of the wave: the caller refreshes them once, at the end of the move.
 */

/** iSWAP(a,b) to the power `sign` (+1 or -1), in the states where no square of `no` is occupied. */
export function swap(wave: Wave, a: number, b: number, sign: number, noLo: number, noHi: number): void {
  const { size, lo, hi, re, im } = wave;
  const aLo = BIT_LO[a]!;
  const aHi = BIT_HI[a]!;
  const bLo = BIT_LO[b]!;
  const bHi = BIT_HI[b]!;
  for (let i = 0; i < size; i++) {
    const l = lo[i]!;
    const h = hi[i]!;
    if (((l & noLo) | (h & noHi)) !== 0) continue;
    if ((((l & aLo) | (h & aHi)) !== 0) === (((l & bLo) | (h & bHi)) !== 0)) continue;
    lo[i] = l ^ aLo ^ bLo;
    hi[i] = h ^ aHi ^ bHi;
    const r = re[i]!;
    re[i] = -sign * im[i]!;
    im[i] = sign * r;
  }
}

/** Like `swap`, but only where some square of `some` is occupied, so that the other arm is blocked. */
function swapWhereBlocked(
  wave: Wave,
  a: number,
  b: number,
  sign: number,
  noLo: number,
  noHi: number,
  someLo: number,
  someHi: number,
): void {
  const { size, lo, hi, re, im } = wave;
  const aLo = BIT_LO[a]!;
  const aHi = BIT_HI[a]!;
  const bLo = BIT_LO[b]!;
  const bHi = BIT_HI[b]!;
  for (let i = 0; i < size; i++) {
    const l = lo[i]!;
    const h = hi[i]!;
    if (((l & noLo) | (h & noHi)) !== 0 || ((l & someLo) | (h & someHi)) === 0) continue;
    if ((((l & aLo) | (h & aHi)) !== 0) === (((l & bLo) | (h & bHi)) !== 0)) continue;
    lo[i] = l ^ aLo ^ bLo;
    hi[i] = h ^ aHi ^ bHi;
    const r = re[i]!;
    re[i] = -sign * im[i]!;
    im[i] = sign * r;
  }
}

/**
 * from → first and second. The masks are the paths of the two arms without the squares of the move itself. Where both
 * arms are clear: iSWAP(from,first)^½, then iSWAP(from,second); where one is clear, a full swap along it.
 */
export function split(
  wave: Wave,
  from: number,
  first: number,
  second: number,
  path1Lo: number,
  path1Hi: number,
  path2Lo: number,
  path2Hi: number,
): void {
  const targetsLo = BIT_LO[first]! | BIT_LO[second]!;
  const targetsHi = BIT_HI[first]! | BIT_HI[second]!;
  if (((wave.orLo & targetsLo) | (wave.orHi & targetsHi)) === 0) {
    splitOntoEmpty(wave, from, first, second, path1Lo, path1Hi, path2Lo, path2Hi);
    return;
  }
  halfSwap(wave, from, first, 1, path1Lo | path2Lo, path1Hi | path2Hi);
  swap(wave, from, second, 1, path2Lo, path2Hi);
  if ((path2Lo | path2Hi) !== 0) swapWhereBlocked(wave, from, first, 1, path1Lo, path1Hi, path2Lo, path2Hi);
}

/** first and second → to: iSWAP(first,to)^-1, then iSWAP(second,to)^-½; along a single clear arm the full inverse. */
export function merge(
  wave: Wave,
  first: number,
  second: number,
  to: number,
  path1Lo: number,
  path1Hi: number,
  path2Lo: number,
  path2Hi: number,
): void {
  swap(wave, first, to, -1, path1Lo, path1Hi);
  halfSwap(wave, second, to, -1, path1Lo | path2Lo, path1Hi | path2Hi);
  if ((path1Lo | path1Hi) !== 0) swapWhereBlocked(wave, second, to, -1, path2Lo, path2Hi, path1Lo, path1Hi);
}

/** The common split: the targets are empty in all states, so no two states can meet and no look-up is needed. */
function splitOntoEmpty(
  wave: Wave,
  from: number,
  first: number,
  second: number,
  path1Lo: number,
  path1Hi: number,
  path2Lo: number,
  path2Hi: number,
): void {
  const { size } = wave;
  reserve(wave, size * 2);
  const { lo, hi, label, re, im } = wave;
  const fromLo = BIT_LO[from]!;
  const fromHi = BIT_HI[from]!;
  const to1Lo = fromLo | BIT_LO[first]!;
  const to1Hi = fromHi | BIT_HI[first]!;
  const to2Lo = fromLo | BIT_LO[second]!;
  const to2Hi = fromHi | BIT_HI[second]!;
  let end = size;
  for (let i = 0; i < size; i++) {
    const l = lo[i]!;
    const h = hi[i]!;
    if (((l & fromLo) | (h & fromHi)) === 0) continue;
    const clear1 = ((l & path1Lo) | (h & path1Hi)) === 0;
    const clear2 = ((l & path2Lo) | (h & path2Hi)) === 0;
    const r = re[i]!;
    const m = im[i]!;
    if (clear1 && clear2) {
      lo[i] = l ^ to2Lo;
      hi[i] = h ^ to2Hi;
      lo[end] = l ^ to1Lo;
      hi[end] = h ^ to1Hi;
      label[end] = label[i]!;
      re[i] = re[end] = -m * Math.SQRT1_2;
      im[i] = im[end] = r * Math.SQRT1_2;
      end++;
    } else if (clear1 || clear2) {
      lo[i] = l ^ (clear1 ? to1Lo : to2Lo);
      hi[i] = h ^ (clear1 ? to1Hi : to2Hi);
      re[i] = -m;
      im[i] = r;
    }
  }
  wave.size = end;
}

/**
 * from → to in every state, whatever was on `to`; `from` must be occupied in every state. The phase would be global, so
 * it is omitted.
 */
export function replace(wave: Wave, from: number, to: number): void {
  const { size, lo, hi } = wave;
  const keepLo = ~BIT_LO[from]!;
  const keepHi = ~BIT_HI[from]!;
  const toLo = BIT_LO[to]!;
  const toHi = BIT_HI[to]!;
  for (let i = 0; i < size; i++) {
    lo[i] = (lo[i]! & keepLo) | toLo;
    hi[i] = (hi[i]! & keepHi) | toHi;
  }
}

/** Flips the squares of `flip` in the states that contain all of `need` and none of `no`. */
export function flipWhere(
  wave: Wave,
  flipLo: number,
  flipHi: number,
  needLo: number,
  needHi: number,
  noLo: number,
  noHi: number,
): void {
  const { size, lo, hi } = wave;
  for (let i = 0; i < size; i++) {
    const l = lo[i]! | 0;
    const h = hi[i]! | 0;
    if ((l & needLo) !== needLo || (h & needHi) !== needHi || ((l & noLo) | (h & noHi)) !== 0) continue;
    lo[i] = l ^ flipLo;
    hi[i] = h ^ flipHi;
  }
}
