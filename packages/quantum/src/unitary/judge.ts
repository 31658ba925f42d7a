import type { Chance, Color, Outcome, Refusal } from '@chessmith/rules';
import { ok, type Result } from '@chessmith/std';
import { mergeMoves, splitMoves, standardMoves } from './generate.js';
import { legalMove } from './legal-move.js';
import { type MoveList, moveList } from './move.js';
import { formatMove, parseMove } from './notation.js';
import { colorName } from './piece.js';
import { successOf } from './play.js';
import type { QuantumPosition } from './position.js';
import { boardsOf } from './probability.js';
import { formatQfen } from './qfen.js';
import { type QuantumOptions, quantumReferee } from './referee.js';
import { piecesOf } from './view.js';

export type QuantumQuestion = {
  /** A FEN or QFEN; the usual start without it. */
  readonly start?: string;
  readonly moves: readonly string[];
  /** Either side may move, `.m0` and `.m1` force an outcome, the end is ignored. */
  readonly free?: boolean;
  readonly chance: Chance;
  readonly options?: QuantumOptions;
};

export type QuantumState = { readonly turn: Color; readonly pieces: readonly JudgedQuantumPiece[] };

export type QuantumAnswer = QuantumState & {
  readonly legal: readonly boolean[];
  readonly refusals: readonly (Refusal | null)[];
  readonly fen: string;
  /** What the side to move may do, in notation; pairs in both orders. */
  readonly moves: readonly string[];
  readonly splits: readonly string[];
  readonly merges: readonly string[];
  readonly outcome: Outcome | null;
  /** The most likely 64 classical boards. */
  readonly boards: readonly { readonly squares: readonly string[]; readonly p: number }[];
  readonly steps: readonly QuantumStep[];
};

/** One move of the question; a refused one changes nothing. */
export type QuantumStep = QuantumState & {
  readonly legal: boolean;
  readonly refusal: Refusal | null;
  /** With its outcome where one was measured; null when refused. */
  readonly notation: string | null;
  /** The probability of outcome m1 before the move; null when nothing is measured. */
  readonly success: number | null;
  readonly captured: readonly { readonly square: string; readonly role: string; readonly color: Color }[];
};

export type JudgedQuantumPiece = {
  readonly square: string;
  readonly role: string;
  readonly color: Color;
  readonly probability: number;
};

/** Judges one move after another and tells what came of each; a start that cannot be read is the only refusal of all. */
export function judgeQuantum(question: QuantumQuestion): Result<QuantumAnswer, Refusal> {
  const { start, moves, free = false, chance, options } = question;
  const referee = quantumReferee(options);
  const started = referee.start({ free, ...(start === undefined ? {} : { position: start }) }, chance);
  if (!started.ok) return started;
  let { position } = started.value;
  const steps = moves.map((move): QuantumStep => {
    const success = successBefore(position, move);
    const ruled = referee.judge(position, move, chance);
    if (ruled.ok) position = ruled.value.after;
    const happened = ruled.ok ? ruled.value.happened : [];
    return {
      legal: ruled.ok,
      refusal: ruled.ok ? null : ruled.error,
      notation: ruled.ok ? ruled.value.notation : null,
      success,
      captured: happened.flatMap((each) =>
        each.kind === 'captured' ? [{ square: each.on, role: each.role, color: each.color }] : [],
      ),
      ...stateOf(position),
    };
  });
  return ok({
    ...stateOf(position),
    legal: steps.map((step) => step.legal),
    refusals: steps.map((step) => step.refusal),
    fen: formatQfen(position.board),
    moves: written(position, standardMoves),
    splits: written(position, splitMoves),
    merges: written(position, mergeMoves),
    outcome: position.outcome,
    boards: boardsOf(position.board, 64).map(({ squares, probability }) => ({ squares, p: probability })),
    steps,
  });
}

function successBefore({ board, free }: QuantumPosition, text: string): number | null {
  const read = parseMove(text);
  const move = read.ok ? legalMove(board, read.value, free) : read;
  return move.ok ? successOf(board, move.value) : null;
}

function stateOf({ board }: QuantumPosition): QuantumState {
  const pieces = piecesOf(board).map(({ probability = 1, ...piece }) => ({ ...piece, probability }));
  return { turn: colorName(board.turn), pieces };
}

function written(
  { board, free, outcome }: QuantumPosition,
  generate: (from: QuantumPosition['board'], side: number, list: MoveList) => void,
): string[] {
  if (!free && outcome !== null) return [];
  const list = moveList();
  generate(board, board.turn, list);
  return [...list.moves.subarray(0, list.count)].map((move) => formatMove(move));
}
