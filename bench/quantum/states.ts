import {
  FORCE_BLOCK,
  FORCE_PASS,
  firstSquare,
  formatMove,
  isMerge,
  isSplit,
  LARGEST_CAP,
  legalMove,
  type Move,
  mergeMoves,
  moveList,
  parseMove,
  parseQfen,
  playMove,
  type QuantumBoard,
  secondSquare,
  splitMoves,
  standardMoves,
  successProbability,
  thirdSquare,
  undoableBoard,
  Variant,
  variantOf,
} from '@chessmith/quantum';
import { unwrap } from '@chessmith/std';
import { duel } from '../duel.js';
import { type PlainState, plainCapture, plainMerge, plainSlide, plainSplit } from './plain-map.js';

/** Eighteen queens with free squares on both sides, and a pawn to capture. */
const CROWD = '1Q2Q2k/1Q2Q2p/1Q2Q3/1Q2Q1Q1/1Q2Q3/1Q2Q3/1Q2Q1Q1/1Q2Q3 w - - 0 1';
const SPLITS = ['g5^g4g6', 'g2^g1g3', ...'12345678'].flatMap((each) =>
  each.length > 1 ? [each] : [`b${each}^a${each}c${each}`, `e${each}^d${each}f${each}`],
);

/**
 * One move on a given number of states; both contestants keep the state before it. Splits and merges are legal only up
 * to half the cap, so the largest state uses the other kinds of moves only.
 */
export function benchStates(states: number, budgetMs: number): void {
  const board = crowd(states);
  const plain = plainOf(board);
  const kinds = sampleMoves(board, states * 2 <= LARGEST_CAP);
  const search = undoableBoard(board);
  let turn = 0;
  let plainTurn = 0;
  const { ours, theirs, ratio } = duel(
    (moves) => {
      for (let i = 0; i < moves * kinds.length; i++) {
        const { move, pass } = kinds[turn++ % kinds.length]!;
        search.play(move, pass ? FORCE_PASS : FORCE_BLOCK);
        search.undo();
      }
      return moves * kinds.length;
    },
    (moves) => {
      for (let i = 0; i < moves * kinds.length; i++) {
        const { move, pass } = kinds[plainTurn++ % kinds.length]!;
        playPlain(plain, move, pass);
      }
      return moves * kinds.length;
    },
    budgetMs,
    1,
  );
  const times = `${(1000 / ours).toFixed(3)} ms against ${(1000 / theirs).toFixed(1)} ms per move`;
  console.log(
    `quantum/states-${states} ${ratio.toFixed(1)} x plain-map (${times}; ${kinds.map((kind) => kind.text).join(' ')})`,
  );
}

function crowd(states: number): QuantumBoard {
  const board = unwrap(parseQfen(CROWD, LARGEST_CAP));
  for (const text of SPLITS.slice(0, Math.log2(states))) {
    playMove(board, unwrap(legalMove(board, unwrap(parseMove(text)), true)), FORCE_PASS);
    board.turn = 0;
  }
  return board;
}

type Sample = { readonly move: Move; readonly pass: boolean; readonly text: string };

/**
 * One move of each kind: to an adjacent square, through other pieces, a capture that succeeds and one that fails, …
 */
function sampleMoves(board: QuantumBoard, pairs: boolean): Sample[] {
  const list = moveList();
  standardMoves(board, board.turn, list);
  const single = movesIn(list).filter((move) => !isWhole(board, firstSquare(move)));
  const quiet = single.filter((move) => variantOf(move) === Variant.basic && !mayBe(board, secondSquare(move)));
  const through = (move: Move) =>
    pathOf(firstSquare(move), secondSquare(move)).filter((square) => mayBe(board, square));
  const capture = single.find((move) => {
    const success = successProbability(board, move);
    return variantOf(move) === Variant.capture && success !== null && success > 0 && success < 1;
  });
  const samples = [
    sample(quiet.find((move) => pathOf(firstSquare(move), secondSquare(move)).length === 0)),
    sample(quiet.find((move) => through(move).length > 0)),
    sample(capture, true),
    sample(capture, false),
  ];
  if (!pairs) return samples;
  list.count = 0;
  splitMoves(board, board.turn, list);
  const jumps = (move: Move) => (move & 1) === 0;
  const split = movesIn(list).find((move) => jumps(move) && !isWhole(board, firstSquare(move)));
  list.count = 0;
  mergeMoves(board, board.turn, list);
  const merge = movesIn(list).find((move) => jumps(move) && !mayBe(board, thirdSquare(move)));
  return [...samples, sample(split), sample(merge)];
}

function sample(move: Move | undefined, pass = true): Sample {
  if (move === undefined) throw new Error('the test position has no such move');
  return { move, pass, text: formatMove(move, variantOf(move) === Variant.capture ? (pass ? 1 : 0) : undefined) };
}

function playPlain(state: PlainState, move: Move, pass: boolean): PlainState {
  const a = bit(firstSquare(move));
  const b = bit(secondSquare(move));
  const c = bit(thirdSquare(move));
  if (isSplit(move)) return plainSplit(state, a, b, c);
  if (isMerge(move)) return plainMerge(state, a, b, c);
  const path = pathOf(firstSquare(move), secondSquare(move)).reduce((mask, square) => mask | bit(square), 0n);
  if (variantOf(move) === Variant.capture) return plainCapture(state, a, b, path, pass);
  return plainSlide(state, a, b, path);
}

function plainOf({ wave }: QuantumBoard): PlainState {
  const state: PlainState = new Map();
  for (let i = 0; i < wave.size; i++) {
    state.set((BigInt(wave.hi[i]!) << 32n) | BigInt(wave.lo[i]!), [wave.re[i]!, wave.im[i]!]);
  }
  return state;
}

const bit = (square: number): bigint => 1n << BigInt(square);
const movesIn = (list: { moves: Int32Array; count: number }): Move[] => [...list.moves.subarray(0, list.count)];
const mayBe = (board: QuantumBoard, square: number): boolean => board.piece[square] !== 0;
const isWhole = ({ wave }: QuantumBoard, square: number): boolean =>
  (((square < 32 ? wave.andLo : wave.andHi) >>> (square & 31)) & 1) === 1;

function pathOf(from: number, to: number): number[] {
  const files = (to & 7) - (from & 7);
  const ranks = (to >> 3) - (from >> 3);
  const length = Math.max(Math.abs(files), Math.abs(ranks));
  if (length < 2 || (files !== 0 && ranks !== 0 && Math.abs(files) !== Math.abs(ranks))) return [];
  return Array.from({ length: length - 1 }, (_, k) => from + (k + 1) * (Math.sign(files) + 8 * Math.sign(ranks)));
}
