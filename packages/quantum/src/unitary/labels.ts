import { prune, type Wave } from './wave.js';

/**
 * Gives new labels to the states that contain all of `need` and none of `no`, because they now have a different
 * history. Does nothing if all states or none match.
 */
export function tagWhere(wave: Wave, needLo: number, needHi: number, noLo: number, noHi: number): void {
  const { size, lo, hi, label } = wave;
  let hits = 0;
  for (let i = 0; i < size; i++) if (meets(lo[i]!, hi[i]!, needLo, needHi, noLo, noHi)) hits++;
  if (hits === 0 || hits === size) return;
  const fresh = new Int32Array(wave.labels).fill(-1);
  for (let i = 0; i < size; i++) {
    if (!meets(lo[i]!, hi[i]!, needLo, needHi, noLo, noHi)) continue;
    const old = label[i]!;
    if (fresh[old] === -1) fresh[old] = wave.labels++;
    label[i] = fresh[old]!;
  }
  renumberLabels(wave);
}

const meets = (l: number, h: number, needLo: number, needHi: number, noLo: number, noHi: number): boolean =>
  (l & needLo) === needLo && (h & needHi) === needHi && ((l & noLo) | (h & noHi)) === 0;

/** Renumbers the labels in use as 0, 1, 2 … in the order of the states. */
export function renumberLabels(wave: Wave): void {
  if (wave.labels === 1) return;
  const { size, label } = wave;
  const dense = new Int32Array(wave.labels).fill(-1);
  let next = 0;
  for (let i = 0; i < size; i++) {
    const old = label[i]!;
    if (dense[old] === -1) dense[old] = next++;
    label[i] = dense[old]!;
  }
  wave.labels = next;
}

/**
 * Merges labels whose states are the same boards in the same proportions, because they describe the same physics. This
 * is common once a captured piece is gone everywhere; without it the mixture would grow with every later split.
 */
export function joinLabels(wave: Wave): void {
  renumberLabels(wave);
  if (wave.labels === 1) return;
  const { re, im, lo, hi, labels } = wave;
  const { start, order, print } = groupByLabel(wave);
  const sameBoards = new Map<number, number[]>();
  let joined = false;
  for (let tag = 0; tag < labels; tag++) {
    const key = print[tag]! * 131072 + (start[tag + 1]! - start[tag]!);
    const others = sameBoards.get(key);
    if (others === undefined) {
      sameBoards.set(key, [tag]);
      continue;
    }
    sortBoards(tag);
    const twin = others.find((other) => isProportional(other, tag));
    if (twin === undefined) others.push(tag);
    else {
      absorb(twin, tag);
      joined = true;
    }
  }
  if (!joined) return;
  prune(wave);
  renumberLabels(wave);

  function sortBoards(tag: number): void {
    order.subarray(start[tag]!, start[tag + 1]!).sort((a, b) => hi[a]! - hi[b]! || lo[a]! - lo[b]!);
  }

  function isProportional(one: number, other: number): boolean {
    sortBoards(one);
    const p = order[start[one]!]!;
    const q = order[start[other]!]!;
    const weight = re[p]! * re[p]! + im[p]! * im[p]!;
    const ratioRe = (re[q]! * re[p]! + im[q]! * im[p]!) / weight;
    const ratioIm = (im[q]! * re[p]! - re[q]! * im[p]!) / weight;
    const count = start[one + 1]! - start[one]!;
    for (let k = 0; k < count; k++) {
      const i = order[start[one]! + k]!;
      const j = order[start[other]! + k]!;
      if (lo[i] !== lo[j] || hi[i] !== hi[j]) return false;
      const dr = re[j]! - (ratioRe * re[i]! - ratioIm * im[i]!);
      const dm = im[j]! - (ratioRe * im[i]! + ratioIm * re[i]!);
      if (dr * dr + dm * dm > 1e-26) return false;
    }
    return true;
  }

  function absorb(twin: number, tag: number): void {
    const scale = Math.sqrt(1 + weightOf(tag) / weightOf(twin));
    for (let k = start[twin]!; k < start[twin + 1]!; k++) {
      re[order[k]!]! *= scale;
      im[order[k]!]! *= scale;
    }
    for (let k = start[tag]!; k < start[tag + 1]!; k++) {
      re[order[k]!] = 0;
      im[order[k]!] = 0;
    }
  }

  function weightOf(tag: number): number {
    let sum = 0;
    for (let k = start[tag]!; k < start[tag + 1]!; k++) sum += re[order[k]!]! ** 2 + im[order[k]!]! ** 2;
    return sum;
  }
}

/** The states ordered by label, and an order-independent fingerprint of the boards of each label. */
function groupByLabel(wave: Wave): { start: Int32Array; order: Int32Array; print: Uint32Array } {
  const { size, label, labels, lo, hi } = wave;
  const start = new Int32Array(labels + 1);
  for (let i = 0; i < size; i++) start[label[i]! + 1]!++;
  for (let tag = 0; tag < labels; tag++) start[tag + 1]! += start[tag]!;
  const next = start.slice();
  const order = new Int32Array(size);
  const print = new Uint32Array(labels);
  for (let i = 0; i < size; i++) {
    const tag = label[i]!;
    order[next[tag]!++] = i;
    const x = Math.imul(lo[i]! ^ (lo[i]! >>> 16), 0x21f0aaad) ^ Math.imul(hi[i]! ^ (hi[i]! >>> 15), 0x735a2d97);
    print[tag]! += Math.imul(x ^ (x >>> 15), 0x9e3779b1) >>> 0;
  }
  return { start, order, print };
}
