import type { SearchRules } from '@chessmith/rules';
import { FIFTY_PLIES, kingsOutcome, outcomeOf } from './endings.js';
import { MoveType, moveList, typeOf, Variant, variantOf } from './move.js';
import { formatMove } from './notation.js';
import { colorName, NONE, roleName } from './piece.js';
import { measureAll, PlayResult, successProbability } from './play.js';
import type { QuantumPosition } from './position.js';
import { undoableBoard } from './undoable-board.js';

/** The make/undo interface of quantum chess with amplitudes. */
export const quantumRules: SearchRules<QuantumPosition> = {
  searchFrom({ board: start, free, fiftyRule, royal }) {
    const search = undoableBoard(start);
    const { board } = search;
    const list = moveList();
    const outcome = () => (free ? kingsOutcome(board, royal) : outcomeOf(board, royal));
    return {
      turn: () => colorName(board.turn),
      moves() {
        if (outcome() !== null) return [];
        list.count = 0;
        search.moves(list);
        return [...list.moves.subarray(0, list.count)];
      },
      play(move, draw = 0) {
        const success = board.fifty + 1 < FIFTY_PLIES ? null : successProbability(board, move);
        const result = search.play(move, draw);
        const collapses = !free && fiftyRule === 'collapse' && board.fifty >= FIFTY_PLIES;
        if (collapses && kingsOutcome(board, royal) === null) measureAll(board, restOf(draw, success, result));
      },
      undo: () => search.undo(),
      isCheck: () => false,
      outcome,
      hash: () => search.hash(),
      pieces: () =>
        [...board.piece].flatMap((kind, square) =>
          kind === NONE ? [] : [{ role: roleName(kind), color: colorName(kind), square }],
        ),
      isCapture: (move) => variantOf(move) === Variant.capture || typeOf(move) === MoveType.enPassant,
      format: (move) => formatMove(move),
    };
  },
};

/** Rescales a draw that already decided a measurement to a new draw, uniform in [0, 1). */
function restOf(draw: number, success: number | null, result: number): number {
  if (result === PlayResult.passed) return draw / success!;
  return result === PlayResult.blocked ? (draw - success!) / (1 - success!) : draw;
}
