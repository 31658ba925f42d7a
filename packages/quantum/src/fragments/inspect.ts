import type { Inspection, Json, Refusal } from '@chessmith/rules';
import { assertNever, err, ok, type Result } from '@chessmith/std';
import { jointFrom } from '../inspection/joint.js';
import { boardLimit, NOT_A_MERGE, withMove, withSquare, withSquares } from '../inspection/read-inspection.js';
import { formatFragmentsMove, parseFragmentsMove } from './move-notation.js';
import { refuse } from './objection-texts.js';
import { countBoards, likelyBoards, oddsThat } from './odds.js';
import { type FragmentsPosition, objectionTo } from './position.js';
import { formatSquare, parseSquare, type Square } from './square.js';
import { entangledWith, possibleMerges, possibleMoves, possibleSplits, squaresOfChessman } from './square-queries.js';
import { isQuantum, readOnlyBoard } from './working-board.js';

/**
 * Answers an inspection about either side's chessmen without using the secret: `odds` follow from public moves and
 * results, `probability` is the number that the original shows.
 */
export function inspectFragments(position: FragmentsPosition, inspection: Inspection): Result<Json, Refusal> {
  const { board, belief } = position;
  const list = (ask: (square: Square) => readonly Square[]) =>
    withSquare(inspection, parseSquare, (square) => ({ squares: ask(square).map(formatSquare) }));
  switch (inspection.about) {
    case 'marginals':
      return ok({ pieces: marginalsOf(position) });
    case 'superposition':
      return ok({ boards: countBoards(belief) });
    case 'boards':
      return ok({
        boards: countBoards(belief),
        likely: likelyBoards(board, belief, boardLimit(inspection)).map(({ squares, odds }) => ({
          squares: squares.map(formatSquare),
          probability: odds,
        })),
      });
    case 'square':
      return withSquare(inspection, parseSquare, (square) => optionsOf(position, square));
    case 'same-piece':
      return list((square) => squaresOfChessman(board, square).filter((other) => other !== square));
    case 'entangled':
      return list((square) => entangledWith(board, square));
    case 'impact':
      return withSquare(inspection, parseSquare, (square) => impactOn(position, square));
    case 'joint':
      return withSquares(inspection, parseSquare, (a, b) => jointOn(position, a, b));
    case 'move':
    case 'merge':
      return inspectMove(position, inspection);
    default:
      return assertNever(inspection.about);
  }
}

const occupied = ({ board }: FragmentsPosition) =>
  board.men
    .flatMap(({ role, color, fragments }) =>
      fragments.map(({ square, probability }) => ({ square, role, color, probability })),
    )
    .sort((a, b) => a.square - b.square);

function oddsOn({ board, belief }: FragmentsPosition, square: Square): number {
  return oddsThat(board, belief, [{ square, isThere: true }]);
}

const marginalsOf = (position: FragmentsPosition): Json =>
  occupied(position).map(({ square, ...piece }) => ({
    square: formatSquare(square),
    ...piece,
    odds: oddsOn(position, square),
  }));

/** Moves, splits and merges of the fragment on a square, in the order of the protocol's lists. */
function optionsOf(position: FragmentsPosition, square: Square): Json {
  const { board } = position;
  const others = squaresOfChessman(board, square).filter((other) => other !== square);
  return {
    moves: possibleMoves(board, square).map((to) => ({
      move: formatFragmentsMove({ kind: 'move', from: square, to }),
      to: formatSquare(to),
      success: successProbability(position, square, to),
    })),
    splits: possibleSplits(board, square).map(formatSquare),
    merges: others
      .map((other) => ({
        with: formatSquare(other),
        to: possibleMerges(board, square, other).map(formatSquare),
      }))
      .filter(({ to }) => to.length > 0),
  };
}

function jointOn({ board, belief }: FragmentsPosition, a: Square, b: Square): Json {
  const odds = (first: boolean, second: boolean) =>
    oddsThat(board, belief, [
      { square: a, isThere: first },
      { square: b, isThere: second },
    ]);
  return jointFrom(odds(false, false), odds(false, true), odds(true, false), odds(true, true));
}

/** How the odds of other squares would change if the piece were found on this one, and if it were not. */
function impactOn(position: FragmentsPosition, square: Square): Json {
  const { board, belief } = position;
  const there = oddsOn(position, square);
  const change = (other: Square, isThere: boolean, odds: number): number => {
    const claims = [
      { square, isThere },
      { square: other, isThere: true },
    ];
    return odds === 0 ? 0 : oddsThat(board, belief, claims) / odds - oddsOn(position, other);
  };
  const changes = occupied(position)
    .map((other) => ({
      square: formatSquare(other.square),
      ifFound: change(other.square, true, there),
      ifNot: change(other.square, false, 1 - there),
    }))
    .filter(({ ifFound, ifNot }) => Math.abs(ifFound) > 1e-12 || Math.abs(ifNot) > 1e-12);
  return { probability: there, changes };
}

function inspectMove(position: FragmentsPosition, inspection: Inspection): Result<Json, Refusal> {
  return withMove(inspection, parseFragmentsMove, (move) => {
    const objection = objectionTo({ ...position, free: true }, move);
    if (objection !== undefined) return err(refuse(objection));
    const written = { move: formatFragmentsMove(move) };
    if (inspection.about === 'move') {
      return ok({
        ...written,
        success: move.kind === 'move' ? successProbability(position, move.from, move.to) : null,
      });
    }
    if (move.kind !== 'merge') return err(NOT_A_MERGE);
    // In this ruleset a merge always succeeds. It may end on one of its own source squares.
    const [onFirst, onSecond] = move.from.map((from) => (from === move.to ? oddsTogether(position, move.from) : 0));
    return ok({
      ...written,
      onTarget: oddsTogether(position, move.from),
      onFirst: onFirst!,
      onSecond: onSecond!,
      certain: true,
    });
  });
}

const oddsTogether = (position: FragmentsPosition, from: readonly Square[]): number =>
  from.reduce((sum, square) => sum + oddsOn(position, square), 0);

/**
 * The probability that the moving fragment is real and no piece of its own side is real on the target; null if nothing
 * is measured.
 */
function successProbability({ board, belief }: FragmentsPosition, from: Square, to: Square): number | null {
  const { at } = readOnlyBoard(board);
  const [mover, target] = [at[from], at[to]];
  if (mover === undefined || target === undefined || !(isQuantum(mover.man) || isQuantum(target.man))) return null;
  const isFriend = mover.man.color === target.man.color;
  return oddsThat(board, belief, [
    { square: from, isThere: true },
    ...(isFriend ? [{ square: to, isThere: false }] : []),
  ]);
}
