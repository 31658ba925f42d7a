import type { Random } from '@chessmith/std';
import { type Board, CASTLING } from '../unitary/board.js';
import { mergeMoves, splitMoves, standardMoves } from '../unitary/generate.js';
import { isCastle, type Move, MoveType, moveList, typeOf, variantOf } from '../unitary/move.js';
import { formatMove } from '../unitary/notation.js';
import { BLACK, KING, kindLetter, WHITE } from '../unitary/piece.js';
import { FORCE_BLOCK, FORCE_PASS, PlayResult, playMove, successProbability } from '../unitary/play.js';
import { parseQfen } from '../unitary/qfen.js';
import { squareName } from '../unitary/square.js';
import { normOf } from '../unitary/wave.js';
import { type Oracle, oracleMoves, oracleOf, oraclePlay, oracleSuccess } from './oracle.js';

export type Differential = {
  moves: number;
  measured: number;
  largest: number;
  difference: number;
  normError: number;
  /** `type:variant` of all moves played in superposition. */
  covered: Set<string>;
};

/** Plays random games on the engine and on the oracle in parallel; throws if they differ by more than 1e-9. */
export function differential(
  random: Random,
  wanted: number,
  starts: readonly string[],
  maxStates: number,
): Differential {
  const covered = new Set<string>();
  const seen: Differential = { moves: 0, measured: 0, largest: 1, difference: 0, normError: 0, covered };
  while (seen.moves < wanted) playGame(random, random.pick(starts), maxStates, seen, wanted);
  return seen;
}

function playGame(random: Random, start: string, maxStates: number, seen: Differential, wanted: number): void {
  const [fen = '', opening = ''] = start.split(' moves ');
  const forced = opening.split(' ').filter((text) => text !== '');
  const parsed = parseQfen(fen);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const board = parsed.value;
  const oracle = oracleOf(fen);
  const played: string[] = [];
  const list = moveList();
  const plies = 6 + random.int(60);
  for (let ply = 0; ply < plies && seen.moves < wanted; ply++) {
    if ((board.kindLo[WHITE | KING]! | board.kindHi[WHITE | KING]!) === 0) return;
    if ((board.kindLo[BLACK | KING]! | board.kindHi[BLACK | KING]!) === 0) return;
    list.count = 0;
    standardMoves(board, board.turn, list);
    const standard = list.count;
    splitMoves(board, board.turn, list);
    mergeMoves(board, board.turn, list);
    if (list.count === 0) return;
    const all = [...list.moves.subarray(0, list.count)].map((each) => formatMove(each));
    const where = () => `${fen} ${played.join(' ')}`;
    if (oracle.states.size < 64 || ply % 8 === 0) {
      const expected = oracleMoves(oracle);
      if (all.slice().sort().join() !== expected.sort().join()) throw new Error(`legal moves differ: ${where()}`);
    }
    const quantum = list.count > standard && oracle.states.size < maxStates && random.next() < 0.35;
    const rare = quantum ? [] : all.flatMap((_, i) => (i < standard && isRare(list.moves[i]!) ? [i] : []));
    const usual = quantum || standard === 0 ? standard + random.int(list.count - standard) : random.int(standard);
    const randomIndex = rare.length > 0 && random.next() < 0.5 ? random.pick(rare) : usual;
    const index = ply < forced.length ? all.indexOf(forced[ply]!) : randomIndex;
    const move = list.moves[index]!;
    const text = all[index]!;
    played.push(text);
    if (board.wave.size > 1) seen.covered.add(`${typeOf(move)}:${variantOf(move)}`);
    const success = successProbability(board, move);
    const theirs = oracleSuccess(oracle, text);
    if ((success === null) !== (theirs === null)) throw new Error(`only one measures: ${where()}`);
    note(seen, Math.abs((success ?? 0) - (theirs ?? 0)), where);
    const wantsPass = random.next() < (success ?? 1);
    const result = playMove(board, move, wantsPass ? FORCE_PASS : FORCE_BLOCK);
    const passed = result === PlayResult.passed || result === PlayResult.done;
    if (result <= PlayResult.passed) {
      played[played.length - 1] += passed ? '.m1' : '.m0';
      seen.measured++;
    }
    oraclePlay(oracle, text, passed ? 1 : 0);
    compare(board, oracle, seen, where);
    seen.moves++;
    seen.largest = Math.max(seen.largest, board.wave.size);
  }
}

/** Castling and en passant, which random games would hardly ever reach. */
const isRare = (move: Move): boolean => isCastle(move) || typeOf(move) === MoveType.enPassant;

function compare(board: Board, oracle: Oracle, seen: Differential, where: () => string): void {
  seen.normError = Math.max(seen.normError, Math.abs(normOf(board.wave) - 1));
  const kinds = [...board.piece].map(kindLetter).join('');
  if (kinds !== oracle.kinds.join('')) throw new Error(`registers differ: ${where()}`);
  const rights = (['K', 'Q', 'k', 'q'] as const).filter((right) => (board.castling & CASTLING[right]) !== 0).join('');
  if (rights !== oracle.castling) throw new Error(`castling rights differ: ${where()}`);
  const ep = board.ep < 0 ? null : squareName(board.ep);
  if (ep !== oracle.ep || board.fifty !== oracle.fifty) throw new Error(`counters differ: ${where()}`);
  const ours = densityPrint(engineStates(board));
  const theirs = densityPrint(oracleStates(oracle));
  for (const [k, value] of ours.forms.entries()) note(seen, Math.abs(value - theirs.forms[k]!), where);
  for (const key of new Set([...ours.boards.keys(), ...theirs.boards.keys()])) {
    note(seen, Math.abs((ours.boards.get(key) ?? 0) - (theirs.boards.get(key) ?? 0)), where);
  }
}

type State = { readonly key: string; readonly history: string; readonly re: number; readonly im: number };

/**
 * The observable part of a mixture of states: the probability of every board, and ⟨v|ρ|v⟩ for three pseudo-random
 * vectors v, which detects every coherence and does not depend on the numbering of histories.
 */
function densityPrint(states: readonly State[]): { boards: Map<string, number>; forms: number[] } {
  const boards = new Map<string, number>();
  const sums = [0, 1, 2].map(() => new Map<string, [number, number]>());
  for (const { key, history, re, im } of states) {
    boards.set(key, (boards.get(key) ?? 0) + re * re + im * im);
    for (const [k, sum] of sums.entries()) {
      const angle = hashAngle(key, k);
      const old = sum.get(history) ?? [0, 0];
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      sum.set(history, [old[0] + re * c - im * s, old[1] + re * s + im * c]);
    }
  }
  const forms = sums.map((sum) => [...sum.values()].reduce((total, [re, im]) => total + re * re + im * im, 0));
  return { boards, forms };
}

function hashAngle(key: string, k: number): number {
  let x = 0x811c9dc5 ^ Math.imul(k + 1, 0x9e3779b1);
  for (let i = 0; i < key.length; i++) x = Math.imul(x ^ key.charCodeAt(i), 0x01000193);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  return ((x >>> 0) / 2 ** 32) * 2 * Math.PI;
}

function engineStates(board: Board): State[] {
  const { size, lo, hi, label, re, im } = board.wave;
  return Array.from({ length: size }, (_, i) => ({
    key: bits(lo[i]!) + bits(hi[i]!),
    history: String(label[i]),
    re: re[i]!,
    im: im[i]!,
  }));
}

const bits = (word: number): string => [...word.toString(2).padStart(32, '0')].reverse().join('');

const oracleStates = (oracle: Oracle): State[] =>
  [...oracle.states].map(([state, [re, im]]) => ({ key: state.slice(0, 64), history: state.slice(64), re, im }));

function note(seen: Differential, difference: number, where: () => string): void {
  seen.difference = Math.max(seen.difference, difference);
  if (!(difference < 1e-9)) throw new Error(`difference ${difference}: ${where()}`);
}
