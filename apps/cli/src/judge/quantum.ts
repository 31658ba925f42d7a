import {
  boardsOf,
  formatMove,
  formatQfen,
  legalMove,
  type Move,
  type MoveList,
  mergeMoves,
  moveList,
  parseMove,
  QUANTUM_SIDES,
  type QuantumBoard,
  type QuantumPosition,
  quantumReferee,
  splitMoves,
  successProbability,
} from '@chessmith/quantum';
import type { Judge } from './judge.js';
import { judgeWithReferee, type ResponseExtensions } from './judge-with-referee.js';

/** As many boards as people would look at; a state may have a hundred thousand. */
const MOST_BOARDS = 64;

/** The judge of quantum chess with amplitudes. */
export function quantumJudge(): Judge {
  const referee = quantumReferee();
  return {
    about: referee.about,
    judge: (request) => judgeWithReferee(referee, request.start ?? {}, request, EXTENSIONS),
  };
}

const EXTENSIONS: ResponseExtensions<QuantumPosition> = {
  answer: (position) => ({
    // The view leaves out the amplitudes of a large state; a judge includes them, so that the game can go on from
    // there.
    fen: formatQfen(position.board),
    boards: boardsOf(position.board, MOST_BOARDS).map(({ squares, probability }) => ({ squares, p: probability })),
    states: position.board.wave.size,
    splits: written(position, splitMoves),
    merges: written(position, mergeMoves),
  }),
  step: ({ board, free }, text, ruling) => ({
    success: successBefore(board, text, free),
    notation: ruling?.notation ?? null,
  }),
};

/** The probability of outcome m1; null if nothing is measured, or if the move is illegal. */
function successBefore(board: QuantumBoard, text: string, free: boolean): number | null {
  const read = parseMove(text);
  const move = read.ok ? legalMove(board, read.value, free) : read;
  return move.ok ? successProbability(board, move.value) : null;
}

type Generate = (board: QuantumBoard, side: number, list: MoveList) => void;

/** Pairs in both orders: they are different moves where a target is occupied or phases differ. */
function written({ board, free, outcome }: QuantumPosition, generate: Generate): readonly string[] {
  const sides = free ? QUANTUM_SIDES : outcome === null ? [board.turn] : [];
  return sides.flatMap((side) => {
    const list = moveList();
    generate(board, side, list);
    return [...list.moves.subarray(0, list.count)].map((move: Move) => formatMove(move));
  });
}
