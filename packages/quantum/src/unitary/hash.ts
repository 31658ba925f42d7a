import type { Board } from './board.js';
import { BLACK, PAWN, WHITE } from './piece.js';

/**
 * Sixteen hexadecimal digits, equal for positions with the same register, turn, castling rights, usable en passant
 * square and quantum state. Unobservable details do not count: the global phase, the phase of each label, and the
 * numbering of labels. Amplitudes are compared to nine decimals.
 */
export function positionHash(board: Board): string {
  const one = hashWith(board, 0x2545f491);
  const two = hashWith(board, 0x6c62272e);
  return hex(one) + hex(two);
}

function hashWith(board: Board, seed: number): number {
  let hash = mix(seed, board.turn | (board.castling << 4) | (epMatters(board) ? (board.ep + 1) << 8 : 0));
  for (let square = 0; square < 64; square++) hash = mix(hash, board.piece[square]!);
  return mix(hash, waveHash(board, seed));
}

function waveHash(board: Board, seed: number): number {
  const { size, lo, hi, label, re, im, labels } = board.wave;
  const first = new Int32Array(labels).fill(-1);
  const weight = new Float64Array(labels);
  for (let i = 0; i < size; i++) {
    const tag = label[i]!;
    const best = first[tag]!;
    if (best < 0 || hi[i]! < hi[best]! || (hi[i] === hi[best] && lo[i]! < lo[best]!)) first[tag] = i;
    weight[tag]! += re[i]! * re[i]! + im[i]! * im[i]!;
  }
  // Normalise each label to unit length, with the amplitude of its first board real and positive. Sums make the order
  // irrelevant.
  const shape = new Int32Array(labels);
  for (let i = 0; i < size; i++) {
    const tag = label[i]!;
    const f = first[tag]!;
    const length = Math.sqrt(weight[tag]! * (re[f]! * re[f]! + im[f]! * im[f]!));
    const r = (re[i]! * re[f]! + im[i]! * im[f]!) / length;
    const m = (im[i]! * re[f]! - re[i]! * im[f]!) / length;
    shape[tag]! += mix(mix(mix(mix(seed, lo[i]!), hi[i]!), rounded(r)), rounded(m));
  }
  const weightOfShape = new Map<number, number>();
  for (let tag = 0; tag < labels; tag++) {
    weightOfShape.set(shape[tag]!, (weightOfShape.get(shape[tag]!) ?? 0) + weight[tag]!);
  }
  let hash = 0;
  for (const [print, share] of weightOfShape) hash = (hash + mix(mix(seed, print), rounded(share))) | 0;
  return hash;
}

/** The en passant square matters only if a pawn may use it. */
function epMatters(board: Board): boolean {
  if (board.ep < 0) return false;
  const behind = board.turn === WHITE ? board.ep - 8 : board.ep + 8;
  const pawn = (board.turn & BLACK) | PAWN;
  const file = board.ep & 7;
  return (file > 0 && board.piece[behind - 1] === pawn) || (file < 7 && board.piece[behind + 1] === pawn);
}

const rounded = (x: number): number => Math.round(x * 1e9) | 0;
const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

function mix(hash: number, word: number): number {
  let x = (hash ^ Math.imul(word, 0x9e3779b1)) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}
