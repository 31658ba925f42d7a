import { popcount } from './square.js';

/**
 * The quantum state: a sparse list of basis states, each an occupancy of the 64 squares with a label and a complex
 * amplitude. States with different labels have different histories (other captured pieces), so they never interfere.
 * Labels in use are 0 … labels-1. No two states share occupancy and label. The wave owns its arrays.
 */
export type Wave = {
  size: number;
  lo: Uint32Array;
  hi: Uint32Array;
  label: Uint32Array;
  re: Float64Array;
  im: Float64Array;
  labels: number;
  /** Squares occupied in some state, and in every state: exact bit tests, no thresholds. */
  orLo: number;
  orHi: number;
  andLo: number;
  andHi: number;
};

/** States with a lower probability are residues of cancellation and are dropped. */
const NEGLIGIBLE = 1e-20;

export function classicalWave(lo: number, hi: number): Wave {
  const wave = emptyWave(1);
  wave.size = 1;
  wave.lo[0] = lo;
  wave.hi[0] = hi;
  wave.re[0] = 1;
  refreshMasks(wave);
  return wave;
}

/** No states yet: fill the arrays, set `size` and `labels`, then call `refreshMasks`. */
export function emptyWave(capacity: number): Wave {
  return {
    size: 0,
    lo: new Uint32Array(capacity),
    hi: new Uint32Array(capacity),
    label: new Uint32Array(capacity),
    re: new Float64Array(capacity),
    im: new Float64Array(capacity),
    labels: 1,
    orLo: 0,
    orHi: 0,
    andLo: 0,
    andHi: 0,
  };
}

export function copyWave(from: Wave, to: Wave): void {
  const { size } = from;
  if (to.lo.length < size) allocate(to, capacityFor(size));
  if (size === 1) {
    to.lo[0] = from.lo[0]!;
    to.hi[0] = from.hi[0]!;
    to.label[0] = from.label[0]!;
    to.re[0] = from.re[0]!;
    to.im[0] = from.im[0]!;
  } else {
    to.lo.set(from.lo.subarray(0, size));
    to.hi.set(from.hi.subarray(0, size));
    to.label.set(from.label.subarray(0, size));
    to.re.set(from.re.subarray(0, size));
    to.im.set(from.im.subarray(0, size));
  }
  to.size = size;
  to.labels = from.labels;
  to.orLo = from.orLo;
  to.orHi = from.orHi;
  to.andLo = from.andLo;
  to.andHi = from.andHi;
}

/** Ensures capacity for this many states and keeps the existing ones. */
export function reserve(wave: Wave, states: number): void {
  if (wave.lo.length >= states) return;
  const { lo, hi, label, re, im } = wave;
  allocate(wave, capacityFor(states));
  wave.lo.set(lo);
  wave.hi.set(hi);
  wave.label.set(label);
  wave.re.set(re);
  wave.im.set(im);
}

export function refreshMasks(wave: Wave): void {
  const { size, lo, hi } = wave;
  let orLo = lo[0]! | 0;
  let orHi = hi[0]! | 0;
  let andLo = orLo;
  let andHi = orHi;
  for (let i = 1; i < size; i++) {
    const l = lo[i]!;
    const h = hi[i]!;
    orLo |= l;
    orHi |= h;
    andLo &= l;
    andHi &= h;
  }
  wave.orLo = orLo;
  wave.orHi = orHi;
  wave.andLo = andLo;
  wave.andHi = andHi;
}

/** Drops states that cancelled out. */
export function prune(wave: Wave): void {
  const { size, lo, hi, label, re, im } = wave;
  let kept = 0;
  for (let i = 0; i < size; i++) {
    const r = re[i]!;
    const m = im[i]!;
    if (r * r + m * m < NEGLIGIBLE) continue;
    if (kept !== i) {
      lo[kept] = lo[i]!;
      hi[kept] = hi[i]!;
      label[kept] = label[i]!;
      re[kept] = r;
      im[kept] = m;
    }
    kept++;
  }
  wave.size = kept;
}

/** The expected number of pieces; the fifty-move count restarts when it changes by at least one. */
export function expectedPieces(wave: Wave): number {
  const { size, lo, hi, re, im } = wave;
  if (size === 1) return popcount(lo[0]!) + popcount(hi[0]!);
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const r = re[i]!;
    const m = im[i]!;
    sum += (r * r + m * m) * (popcount(lo[i]!) + popcount(hi[i]!));
  }
  return sum;
}

export function normOf(wave: Wave): number {
  const { size, re, im } = wave;
  let sum = 0;
  for (let i = 0; i < size; i++) sum += re[i]! * re[i]! + im[i]! * im[i]!;
  return sum;
}

function allocate(wave: Wave, capacity: number): void {
  wave.lo = new Uint32Array(capacity);
  wave.hi = new Uint32Array(capacity);
  wave.label = new Uint32Array(capacity);
  wave.re = new Float64Array(capacity);
  wave.im = new Float64Array(capacity);
}

const capacityFor = (states: number): number => 1 << (32 - Math.clz32(Math.max(states, 2) - 1));
