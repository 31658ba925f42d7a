import { BIT_HI, BIT_LO } from './square.js';
import { prune, reserve, type Wave } from './wave.js';

/**
 * iSWAP(a,b)^(sign·½) where no square of `no` is occupied. It mixes each state that has the piece on a with the partner
 * state that has it on b. The smaller side goes into a hash table, and the larger side looks up its partners.
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

  // States with the piece on `few` go into the table; states with the piece on `many` look them up.
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

let slots = new Int32Array(64);
let matched = new Uint8Array(64);

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
