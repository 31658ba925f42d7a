import { type Move, MoveType, Variant } from './move.js';
import { BIT_HI, BIT_LO, PATH_HI, PATH_LO } from './square.js';
import { refreshMasks, type Wave } from './wave.js';

/**
 * The predicate that a move measures: are all of `need` occupied and none of `no`? True is result m1, and the move
 * succeeds.
 */
export type Predicate = { needLo: number; needHi: number; noLo: number; noHi: number };

export const emptyPredicate = (): Predicate => ({ needLo: 0, needHi: 0, noLo: 0, noHi: 0 });

/** Fills in the predicate of a move; returns false if it measures nothing. */
export function predicateOf(move: Move, into: Predicate): boolean {
  const type = move & 15;
  const variant = (move >> 4) & 3;
  const from = (move >> 6) & 63;
  const to = (move >> 12) & 63;
  into.needLo = into.needHi = into.noLo = into.noHi = 0;
  if (type === MoveType.pawnCapture || (variant === Variant.capture && type !== MoveType.pass)) {
    into.needLo = BIT_LO[from]!;
    into.needHi = BIT_HI[from]!;
    if (type === MoveType.slide) {
      into.noLo = PATH_LO[from * 64 + to]!;
      into.noHi = PATH_HI[from * 64 + to]!;
    }
    return true;
  }
  if (variant !== Variant.excluded) return false;
  into.noLo = BIT_LO[to]!;
  into.noHi = BIT_HI[to]!;
  // Castling tests the targets of king and rook together; the b-file is a control and is not measured.
  if (type === MoveType.castleKingside) addSquare(into, to - 1);
  else if (type === MoveType.castleQueenside) addSquare(into, to + 1);
  return true;
}

function addSquare(into: Predicate, square: number): void {
  into.noLo |= BIT_LO[square]!;
  into.noHi |= BIT_HI[square]!;
}

/**
 * The probability that the predicate is true: exactly 1 or 0 only if it holds in every state or in none; then nothing
 * is measured.
 */
export function probabilityOf(wave: Wave, predicate: Predicate): number {
  const { needLo, needHi, noLo, noHi } = predicate;
  if (((needLo & ~wave.andLo) | (needHi & ~wave.andHi) | (noLo & wave.orLo) | (noHi & wave.orHi)) === 0) return 1;
  if (((needLo & ~wave.orLo) | (needHi & ~wave.orHi) | (noLo & wave.andLo) | (noHi & wave.andHi)) !== 0) return 0;
  const { size, lo, hi, re, im } = wave;
  let count = 0;
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const l = lo[i]! | 0;
    const h = hi[i]! | 0;
    if ((l & needLo) !== needLo || (h & needHi) !== needHi || ((l & noLo) | (h & noHi)) !== 0) continue;
    count++;
    sum += re[i]! * re[i]! + im[i]! * im[i]!;
  }
  if (count === size) return 1;
  if (count === 0) return 0;
  return Math.min(sum, 1 - Number.EPSILON / 2);
}

/** Keeps the states in which the predicate equals `holds`, and normalises them. */
export function project(wave: Wave, predicate: Predicate, holds: boolean): void {
  const { needLo, needHi, noLo, noHi } = predicate;
  const { size, lo, hi, label, re, im } = wave;
  let kept = 0;
  let weight = 0;
  for (let i = 0; i < size; i++) {
    const l = lo[i]! | 0;
    const h = hi[i]! | 0;
    const isTrue = (l & needLo) === needLo && (h & needHi) === needHi && ((l & noLo) | (h & noHi)) === 0;
    if (isTrue !== holds) continue;
    const r = re[i]!;
    const m = im[i]!;
    weight += r * r + m * m;
    lo[kept] = l;
    hi[kept] = h;
    label[kept] = label[i]!;
    re[kept] = r;
    im[kept] = m;
    kept++;
  }
  const scale = 1 / Math.sqrt(weight);
  for (let i = 0; i < kept; i++) {
    re[i]! *= scale;
    im[i]! *= scale;
  }
  wave.size = kept;
}

/** Measures every square: keeps one state, chosen by its probability with `draw` in [0, 1). */
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
