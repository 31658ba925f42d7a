import type { Happening } from '@chessmith/rules';
import type { Board } from './board.js';
import { emptyPredicate, predicateOf } from './measure.js';
import {
  firstSquare,
  isCastle,
  isMerge,
  isSplit,
  type Move,
  MoveType,
  PASS,
  promotionOf,
  secondSquare,
  thirdSquare,
  typeOf,
  Variant,
  variantOf,
} from './move.js';
import { colorName, NONE, ROLES, roleName } from './piece.js';
import { PlayResult } from './play.js';
import { PATH_HI, PATH_LO, squareName, squaresOf } from './square.js';

/** The happenings of a move, from the board before it, the probability of success and the result. */
export function happenedIn(before: Board, move: Move, success: number | null, result: number): Happening[] {
  if (move === PASS) return [];
  const a = firstSquare(move);
  const b = secondSquare(move);
  const kind = before.piece[a]!;
  const piece = { role: roleName(kind), color: colorName(kind) };
  const happened: Happening[] = [];
  if (result <= PlayResult.passed) happened.push(measured(before, move, success ?? 1, result === PlayResult.passed));
  if (result === PlayResult.blocked || result === PlayResult.void) return happened;

  if (isSplit(move)) {
    happened.push({ kind: 'split', ...piece, from: squareName(a), to: [squareName(b), squareName(thirdSquare(move))] });
  } else if (isMerge(move)) {
    happened.push({
      kind: 'merged',
      ...piece,
      from: [squareName(a), squareName(b)],
      to: squareName(thirdSquare(move)),
    });
  } else if (isCastle(move)) {
    const side = typeOf(move) === MoveType.castleKingside ? 'king' : 'queen';
    happened.push({ kind: 'castled', color: piece.color, side });
  } else {
    happened.push({ kind: 'moved', ...piece, from: squareName(a), to: squareName(b) });
    const captures = variantOf(move) === Variant.capture;
    if (captures) happened.push(captured(before, b));
    if (typeOf(move) === MoveType.enPassant) happened.push(captured(before, (a & 56) | (b & 7)));
    if (promotionOf(move) !== 0) {
      happened.push({ kind: 'promoted', role: ROLES[promotionOf(move) - 1]!, color: piece.color, on: squareName(b) });
    }
  }
  const passed = passedSquares(before, move);
  if (passed.length > 0) happened.push({ kind: 'entangled', squares: [squareName(a), ...passed.map(squareName)] });
  return happened;
}

/**
 * `found` says whether a piece was found on the squares. A capture tests for its own piece, unless that is certain and
 * only its path is uncertain; other moves test for an empty target. Squares that are empty on every board are omitted.
 */
function measured({ wave }: Board, move: Move, success: number, passed: boolean): Happening {
  const predicate = emptyPredicate();
  predicateOf(move, predicate);
  const { needLo, needHi, noLo, noHi } = predicate;
  const looksForPiece = ((needLo & ~wave.andLo) | (needHi & ~wave.andHi)) !== 0;
  const squares = looksForPiece ? squaresOf(needLo, needHi) : squaresOf(noLo & wave.orLo, noHi & wave.orHi);
  return {
    kind: 'measured',
    on: squares.map(squareName),
    found: looksForPiece === passed,
    probability: looksForPiece ? success : 1 - success,
  };
}

function captured(before: Board, square: number): Happening {
  const kind = before.piece[square]!;
  return { kind: 'captured', role: roleName(kind), color: colorName(kind), on: squareName(square) };
}

/** Superposed squares on the path of a slide without measurement: the moving piece is now entangled with them. */
function passedSquares(before: Board, move: Move): number[] {
  const [a, b, c] = [firstSquare(move), secondSquare(move), thirdSquare(move)];
  const { orLo, orHi } = before.wave;
  const path = (from: number, to: number) =>
    squaresOf(PATH_LO[from * 64 + to]! & orLo, PATH_HI[from * 64 + to]! & orHi).filter(
      (square) => square !== a && square !== b && before.piece[square] !== NONE,
    );
  switch (typeOf(move)) {
    case MoveType.slide:
    case MoveType.pawnTwoStep:
      return variantOf(move) === Variant.capture ? [] : path(a, b);
    case MoveType.splitSlide:
      return [...new Set([...path(a, b), ...path(a, c)])].filter((square) => square !== c);
    case MoveType.mergeSlide:
      return [...new Set([...path(a, c), ...path(b, c)])];
    case MoveType.castleQueenside:
      return before.piece[b - 1] === NONE ? [] : [b - 1];
    default:
      return [];
  }
}
