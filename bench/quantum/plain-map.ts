/** A naive implementation of quantum chess: a Map from occupancy to amplitude, rebuilt by every move. */
export type PlainState = Map<bigint, readonly [number, number]>;

/** The bits above the board hold the label of a state. */
const LABEL = 64n;

export function plainSlide(state: PlainState, from: bigint, to: bigint, path: bigint): PlainState {
  const after: PlainState = new Map();
  for (const [key, [re, im]] of state) {
    const moves = (key & path) === 0n && ((key & from) !== 0n) !== ((key & to) !== 0n);
    if (moves) after.set(key ^ from ^ to, [-im, re]);
    else after.set(key, [re, im]);
  }
  return after;
}

/** `holds` keeps the states with `from` occupied and the path clear; in them a piece on `to` is captured. */
export function plainCapture(state: PlainState, from: bigint, to: bigint, path: bigint, holds: boolean): PlainState {
  let weight = 0;
  for (const [key, [re, im]] of state) {
    if (((key & from) !== 0n && (key & path) === 0n) === holds) weight += re * re + im * im;
  }
  const scale = 1 / Math.sqrt(weight);
  const after: PlainState = new Map();
  for (const [key, [re, im]] of state) {
    if (((key & from) !== 0n && (key & path) === 0n) !== holds) continue;
    const amplitude: [number, number] = [re * scale, im * scale];
    if (!holds) after.set(key, amplitude);
    else if ((key & to) !== 0n) after.set((key ^ from) | (1n << LABEL), amplitude);
    else after.set(key ^ from ^ to, amplitude);
  }
  return after;
}

export function plainSplit(state: PlainState, from: bigint, first: bigint, second: bigint): PlainState {
  return plainSlide(plainHalfSwap(state, from, first, 1), from, second, 0n);
}

export function plainMerge(state: PlainState, first: bigint, second: bigint, to: bigint): PlainState {
  const after: PlainState = new Map();
  for (const [key, [re, im]] of state) {
    if (((key & first) !== 0n) !== ((key & to) !== 0n)) after.set(key ^ first ^ to, [im, -re]);
    else after.set(key, [re, im]);
  }
  return plainHalfSwap(after, second, to, -1);
}

function plainHalfSwap(state: PlainState, a: bigint, b: bigint, sign: number): PlainState {
  const after: PlainState = new Map();
  const half = Math.SQRT1_2;
  const add = (key: bigint, re: number, im: number) => {
    const [oldRe, oldIm] = after.get(key) ?? [0, 0];
    after.set(key, [oldRe + re, oldIm + im]);
  };
  for (const [key, [re, im]] of state) {
    if (((key & a) !== 0n) === ((key & b) !== 0n)) add(key, re, im);
    else {
      add(key, re * half, im * half);
      add(key ^ a ^ b, -sign * im * half, sign * re * half);
    }
  }
  for (const [key, [re, im]] of after) if (re * re + im * im < 1e-20) after.delete(key);
  return after;
}
