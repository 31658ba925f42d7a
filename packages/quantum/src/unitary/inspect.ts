import type { Inspection, Json, Refusal } from '@chessmith/rules';
import { assertNever, err, ok, type Result } from '@chessmith/std';
import { boardLimit, NOT_A_MERGE, withMove, withSquare, withSquares } from '../inspection/read-inspection.js';
import type { Board } from './board.js';
import { maySuperpose } from './generate.js';
import { legalMove } from './legal-move.js';
import { isMerge, type Move } from './move.js';
import { formatMove, parseMove } from './notation.js';
import { mergeOutlook, relativePhase } from './phase.js';
import { colorName, roleName } from './piece.js';
import { successProbability } from './play.js';
import type { QuantumPosition } from './position.js';
import { boardsOf, countBoards, impactOf, jointOf, marginals } from './probability.js';
import { parseSquare, squareName, squaresOf } from './square.js';
import { entangledSquares, squareReport, squaresOfSameKind } from './square-report.js';

/**
 * Answers an inspection about either side's pieces and moves. It measures nothing, and this ruleset has no secrets.
 */
export function inspectBoard({ board }: QuantumPosition, inspection: Inspection): Result<Json, Refusal> {
  switch (inspection.about) {
    case 'marginals':
      return ok({ pieces: marginalsOf(board) });
    case 'superposition':
      return ok({ boards: countBoards(board), cap: board.cap, maySuperpose: maySuperpose(board) });
    case 'boards':
      return ok({ boards: countBoards(board), likely: boardsOf(board, boardLimit(inspection)) });
    case 'square':
      return withSquare(inspection, readSquare, (square) => squareReport(board, square));
    case 'same-piece':
      return withSquare(inspection, readSquare, (square) => ({
        squares: squaresOfSameKind(board, square).map(squareName),
      }));
    case 'entangled':
      return withSquare(inspection, readSquare, (square) => ({
        squares: entangledSquares(board, square).map(({ square: other, joint }) => ({
          square: squareName(other),
          ...joint,
        })),
      }));
    case 'impact':
      return withSquare(inspection, readSquare, (square) => impactOn(board, square));
    case 'joint':
      return withSquares(inspection, readSquare, (a, b) => ({
        ...jointOf(board, a, b),
        ...relativePhase(board, a, b),
      }));
    case 'move':
      return withMove(inspection, read(board), (move) =>
        ok({ move: formatMove(move), success: successProbability(board, move) }),
      );
    case 'merge':
      return withMove(inspection, read(board), (move) =>
        isMerge(move) ? ok({ move: formatMove(move), ...mergeOutlook(board, move) }) : err(NOT_A_MERGE),
      );
    default:
      return assertNever(inspection.about);
  }
}

function readSquare(text: string): number | undefined {
  const square = parseSquare(text);
  return square < 0 ? undefined : square;
}

/** Accepts moves of both sides, whichever is to move. */
const read =
  (board: Board) =>
  (text: string): Result<Move, Refusal> => {
    const written = parseMove(text);
    return written.ok ? legalMove(board, written.value, true) : written;
  };

function marginalsOf(board: Board): Json {
  const probability = marginals(board);
  return squaresOf(board.wave.orLo, board.wave.orHi).map((square) => {
    const kind = board.piece[square]!;
    return {
      square: squareName(square),
      role: roleName(kind),
      color: colorName(kind),
      probability: probability[square]!,
    };
  });
}

/** How finding a piece on a square, or not, would change other squares; unchanged squares are left out. */
function impactOn(board: Board, square: number): Json {
  const { ifFound, ifNot } = impactOf(board, square);
  const { orLo, orHi } = board.wave;
  return {
    probability: marginals(board)[square]!,
    changes: squaresOf(orLo, orHi)
      .filter((each) => Math.abs(ifFound[each]!) > 1e-12 || Math.abs(ifNot[each]!) > 1e-12)
      .map((each) => ({ square: squareName(each), ifFound: ifFound[each]!, ifNot: ifNot[each]! })),
  };
}
