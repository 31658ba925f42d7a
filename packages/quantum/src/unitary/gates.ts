import { BIT_HI, BIT_LO } from './square.js';
import { prune, refreshMasks, reserve, type Wave } from './wave.js';

/*
 * Only the two half swaps (in split and merge) create or combine states; every other gate moves states in place.
 * A gate leaves the masks of the wave as they were: whoever plays the move refreshes them once, at the end.
 */

/** iSWAP(a,b) to the power `sign` (+1 or -1) in the states where none of `no` is occupied. */
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

/** As `swap`, and only where some square of `some` is occupied: the other arm is blocked. */
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
 * from → first and second. The masks are the paths of the two arms without the squares of the move itself.
 * iSWAP(from,first)^½, then iSWAP(from,second), where both arms are clear; a full swap along the only clear arm.
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

/** first and second → to: iSWAP(first,to)^-1, then iSWAP(second,to)^-½; the full inverse along the only clear arm. */
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

/** The common split: nobody can be on the targets, so no two states meet and nothing is looked up. */
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

let slots = new Int32Array(64);
let matched = new Uint8Array(64);

/**
 * iSWAP(a,b)^(sign·½) where none of `no` is occupied. A state with the piece on a and its partner with the piece on b are
 * turned into each other; the smaller side is put into a hash table, the larger side looks its partners up.
 */
export function halfSwap(wave: Wave, a: number, b: number, sign: number, noLo: number, noHi: number): void {
  const { size } = wave;
  const aLo = BIT_LO[a]!;
  const aHi = BIT_HI[a]!;
  const bLo = BIT_LO[b]!;
  const bHi = BIT_HI[b]!;
  let onA = 0;
  let onB = 0;
  for (let i = 0; i < size; i++) {
    const l = wave.lo[i]!;
    const h = wave.hi[i]!;
    if (((l & noLo) | (h & noHi)) !== 0) continue;
    const hasA = ((l & aLo) | (h & aHi)) !== 0;
    const hasB = ((l & bLo) | (h & bHi)) !== 0;
    if (hasA && !hasB) onA++;
    else if (hasB && !hasA) onB++;
  }
  if (onA + onB === 0) return;
  reserve(wave, size + onA + onB);
  const { lo, hi, label, re, im } = wave;

  // `few` is the square whose states go into the table, `many` the one whose states look up.
  const fewOnB = onB <= onA;
  const fewLo = fewOnB ? bLo : aLo;
  const fewHi = fewOnB ? bHi : aHi;
  const manyLo = fewOnB ? aLo : bLo;
  const manyHi = fewOnB ? aHi : bHi;
  const few = fewOnB ? onB : onA;
  const flipLo = aLo | bLo;
  const flipHi = aHi | bHi;
  const half = sign * Math.SQRT1_2;
  const buckets = tableFor(few, size);

  if (few > 0) {
    for (let i = 0; i < size; i++) {
      const l = lo[i]!;
      const h = hi[i]!;
      if (((l & noLo) | (h & noHi)) !== 0) continue;
      if (((l & fewLo) | (h & fewHi)) === 0 || ((l & manyLo) | (h & manyHi)) !== 0) continue;
      matched[i] = 0;
      let slot = hashState(l, h, label[i]!) & buckets;
      while (slots[slot] !== 0) slot = (slot + 1) & buckets;
      slots[slot] = i + 1;
    }
  }
  let end = size;
  let met = 0;
  for (let i = 0; i < size; i++) {
    const l = lo[i]!;
    const h = hi[i]!;
    if (((l & noLo) | (h & noHi)) !== 0) continue;
    if (((l & manyLo) | (h & manyHi)) === 0 || ((l & fewLo) | (h & fewHi)) !== 0) continue;
    const partnerLo = (l ^ flipLo) >>> 0;
    const partnerHi = (h ^ flipHi) >>> 0;
    const tag = label[i]!;
    let partner = -1;
    if (few > 0) {
      let slot = hashState(partnerLo, partnerHi, tag) & buckets;
      for (let at = slots[slot]!; at !== 0; at = slots[slot]!) {
        if (lo[at - 1] === partnerLo && hi[at - 1] === partnerHi && label[at - 1] === tag) {
          partner = at - 1;
          break;
        }
        slot = (slot + 1) & buckets;
      }
    }
    const r = re[i]!;
    const m = im[i]!;
    if (partner < 0) {
      re[i] = r * Math.SQRT1_2;
      im[i] = m * Math.SQRT1_2;
      lo[end] = partnerLo;
      hi[end] = partnerHi;
      label[end] = tag;
      re[end] = -m * half;
      im[end] = r * half;
      end++;
    } else {
      const pr = re[partner]!;
      const pm = im[partner]!;
      re[i] = r * Math.SQRT1_2 - pm * half;
      im[i] = m * Math.SQRT1_2 + pr * half;
      re[partner] = pr * Math.SQRT1_2 - m * half;
      im[partner] = pm * Math.SQRT1_2 + r * half;
      matched[partner] = 1;
      met++;
    }
  }
  if (met < few) {
    for (let i = 0; i < size; i++) {
      const l = lo[i]!;
      const h = hi[i]!;
      if (((l & noLo) | (h & noHi)) !== 0) continue;
      if (((l & fewLo) | (h & fewHi)) === 0 || ((l & manyLo) | (h & manyHi)) !== 0 || matched[i] === 1) continue;
      const r = re[i]!;
      const m = im[i]!;
      re[i] = r * Math.SQRT1_2;
      im[i] = m * Math.SQRT1_2;
      lo[end] = l ^ flipLo;
      hi[end] = h ^ flipHi;
      label[end] = label[i]!;
      re[end] = -m * half;
      im[end] = r * half;
      end++;
    }
  }
  wave.size = end;
  if (met > 0) prune(wave);
}

/** from → to in every state, whatever was on `to`; asks that `from` is occupied everywhere. The phase is global: none. */
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

/** Flips the squares of `flip` in the states that have all of `need` and none of `no`. */
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

/** Keeps one state, drawn by its probability with `draw` in [0, 1): the measurement of every square. */
export function collapse(wave: Wave, draw: number): void {
  let chosen = wave.size - 1;
  let sum = 0;
  for (let i = 0; i < wave.size; i++) {
    sum += wave.re[i]! * wave.re[i]! + wave.im[i]! * wave.im[i]!;
    if (draw < sum) {
      chosen = i;
      break;
    }
  }
  collapseTo(wave, wave.lo[chosen]!, wave.hi[chosen]!);
}

export function collapseTo(wave: Wave, lo: number, hi: number): void {
  wave.lo[0] = lo;
  wave.hi[0] = hi;
  wave.label[0] = 0;
  wave.re[0] = 1;
  wave.im[0] = 0;
  wave.size = 1;
  wave.labels = 1;
  refreshMasks(wave);
}

function tableFor(entries: number, states: number): number {
  const wanted = Math.max(16, 1 << (33 - Math.clz32(entries)));
  if (slots.length < wanted) slots = new Int32Array(wanted);
  else slots.fill(0, 0, wanted);
  if (matched.length < states) matched = new Uint8Array(1 << (32 - Math.clz32(states)));
  return wanted - 1;
}

function hashState(lo: number, hi: number, label: number): number {
  let x = Math.imul(lo, 0x9e3779b1) ^ Math.imul(hi ^ (hi >>> 15), 0x85ebca77) ^ Math.imul(label, 0xc2b2ae3d);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  return x ^ (x >>> 13);
}
