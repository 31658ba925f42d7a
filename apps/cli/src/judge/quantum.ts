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
import { askReferee, type Telling } from './ask-referee.js';
import type { Judge } from './judge.js';

/** As many of the boards as people would look at; all of them may be a hundred thousand. */
const MOST_BOARDS = 64;

/** The judge of quantum chess with amplitudes. */
export function quantumJudge(): Judge {
  const referee = quantumReferee();
  return {
    about: referee.about,
    judge: (question) => askReferee(referee, question.start ?? {}, question, TELLING),
  };
}

const TELLING: Telling<QuantumPosition> = {
  answer: (position) => ({
    // The view leaves out the amplitudes of a large state; here they are wanted, to go on from.
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

/** The probability of outcome m1; null where nothing is measured, and for what is no move here. */
function successBefore(board: QuantumBoard, text: string, free: boolean): number | null {
  const read = parseMove(text);
  const move = read.ok ? legalMove(board, read.value, free) : read;
  return move.ok ? successProbability(board, move.value) : null;
}

type Generate = (board: QuantumBoard, side: number, list: MoveList) => void;

/** Pairs in both orders: where a target may be taken, or phases differ, they are different moves. */
function written({ board, free, outcome }: QuantumPosition, generate: Generate): readonly string[] {
  const sides = free ? QUANTUM_SIDES : outcome === null ? [board.turn] : [];
  return sides.flatMap((side) => {
    const list = moveList();
    generate(board, side, list);
    return [...list.moves.subarray(0, list.count)].map((move: Move) => formatMove(move));
  });
}
