import { type Refusal, refusal } from '@chessmith/rules';
import { assertNever, err, ok, type Result } from '@chessmith/std';
import type { Board } from './board.js';
import { maySuperpose, movesFrom, SLIDES, splitTargets } from './generate.js';
import {
  type Move,
  MoveType,
  moveList,
  PASS,
  packMove,
  promotionOf,
  secondSquare,
  Variant,
  variantOf,
} from './move.js';
import type { WrittenMove } from './notation.js';
import { BLACK, KING, NONE, PAWN, QUEEN, ROOK, roleName } from './piece.js';
import { squareName } from './square.js';
import { whyNotCastle, whyNotSplitTo, whyNotTo } from './why-not.js';

/** The legal move that a text describes, or the refusal. With `free`, either side may move. */
export function legalMove(board: Board, written: WrittenMove, free: boolean): Result<Move, Refusal> {
  switch (written.shape) {
    case 'pass':
      return free ? ok(PASS) : err(refusal('quantum/no-passing', 'Passing is possible in free analysis only.'));
    case 'castle': {
      const home = board.turn === BLACK ? 60 : 4;
      return standard(board, { ...written, squares: [home, written.side === 'king' ? home + 2 : home - 2] }, free);
    }
    case 'standard':
      return standard(board, written, free);
    case 'split':
      return split(board, written, free);
    case 'merge':
      return merge(board, written, free);
    default:
      return assertNever(written.shape);
  }
}

function standard(board: Board, written: WrittenMove, free: boolean): Result<Move, Refusal> {
  const [from, target] = written.squares as [number, number];
  const refused = whyNotMover(board, from, written, free);
  if (refused !== null) return err(refused);
  const to = kingTakesRook(board, from, target) ?? target;
  const list = moveList();
  movesFrom(board, from, list);
  const fitting = [...list.moves.subarray(0, list.count)].filter((move) => secondSquare(move) === to);
  if (fitting.length === 0) {
    const castle = whyNotCastle(board, from, to);
    return err(castle ?? whyNotTo(board, from, to));
  }
  const promotes = promotionOf(fitting[0]!) !== 0;
  if (!promotes && written.promotion !== undefined) {
    return err(
      refusal('quantum/no-promotion', `No piece promotes on ${squareName(to)}; leave out the promotion.`, {
        to: squareName(to),
      }),
    );
  }
  const wanted = promotes ? (written.promotion ?? QUEEN) : 0;
  const move = fitting.find((each) => promotionOf(each) === wanted)!;
  if (written.variant !== undefined && written.variant !== variantOf(move)) {
    return err(variantDiffers(variantOf(move), squareName(from), squareName(to)));
  }
  if (written.enPassant === true && (move & 15) !== MoveType.enPassant) {
    return err(
      refusal('quantum/not-en-passant', `${squareName(from)}${squareName(to)} is not en passant.`, {
        from: squareName(from),
        to: squareName(to),
      }),
    );
  }
  return ok(move);
}

function variantDiffers(variant: number, from: string, to: string): Refusal {
  const message =
    variant === Variant.capture
      ? `${from}${to} is a capture; write x.`
      : variant === Variant.excluded
        ? `${from}${to} is not a capture: it succeeds only if ${to} is measured empty; write w.`
        : `${from}${to} is a plain move; leave out x and w.`;
  const expected = variant === Variant.capture ? 'x' : variant === Variant.excluded ? 'w' : '';
  return refusal('quantum/variant-differs', message, { from, to, expected });
}

function split(board: Board, written: WrittenMove, free: boolean): Result<Move, Refusal> {
  const [from, first, second] = written.squares as [number, number, number];
  const refused = whyNotMover(board, from, written, free);
  if (refused !== null) return err(refused);
  if ((board.piece[from]! & 7) === PAWN) return err(refusal('quantum/pawns-stay-whole', 'Pawns cannot split.'));
  if (first === second) {
    return err(
      refusal('quantum/same-target', `A split needs two different squares, not ${squareName(first)} twice.`, {
        square: squareName(first),
      }),
    );
  }
  if (!maySuperpose(board)) return err(tooMuch(board));
  const one = reach(board, from, first);
  const two = reach(board, from, second);
  if (one < 0) return err(whyNotSplitTo(board, from, first));
  if (two < 0) return err(whyNotSplitTo(board, from, second));
  const type = one + two > 0 ? MoveType.splitSlide : MoveType.splitJump;
  return ok(packMove(type, Variant.basic, from, first, second));
}

function merge(board: Board, written: WrittenMove, free: boolean): Result<Move, Refusal> {
  const [first, second, to] = written.squares as [number, number, number];
  const refused = whyNotMover(board, first, written, free) ?? whyNotMover(board, second, written, free);
  if (refused !== null) return err(refused);
  if (first === second) {
    return err(
      refusal('quantum/same-source', `A merge needs two different squares, not ${squareName(first)} twice.`, {
        square: squareName(first),
      }),
    );
  }
  const kind = board.piece[first]!;
  const other = board.piece[second]!;
  if ((kind & 7) === PAWN || (other & 7) === PAWN) {
    return err(refusal('quantum/pawns-stay-whole', 'Pawns cannot merge.'));
  }
  if (kind !== other) {
    const pieces = `the ${roleName(kind)} of ${squareName(first)} and the ${roleName(other)} of ${squareName(second)}`;
    return err(
      refusal('quantum/different-kinds', `Only pieces of the same kind can merge, not ${pieces}.`, {
        roles: [roleName(kind), roleName(other)],
        squares: [squareName(first), squareName(second)],
      }),
    );
  }
  if (!maySuperpose(board)) return err(tooMuch(board));
  const one = reach(board, first, to);
  const two = reach(board, second, to);
  if (one < 0) return err(whyNotSplitTo(board, first, to));
  if (two < 0) return err(whyNotSplitTo(board, second, to));
  const type = one + two > 0 ? MoveType.mergeSlide : MoveType.mergeJump;
  return ok(packMove(type, Variant.basic, first, second, to));
}

function whyNotMover(board: Board, from: number, written: WrittenMove, free: boolean): Refusal | null {
  const kind = board.piece[from]!;
  const square = squareName(from);
  const role = roleName(kind);
  if (kind === NONE) return refusal('quantum/no-piece', `There is no piece on ${square}.`, { square });
  if (!free && (kind & BLACK) !== board.turn) {
    const message = `The ${role} on ${square} does not belong to the side to move.`;
    return refusal('quantum/not-your-piece', message, { square, role });
  }
  if (written.role !== undefined && written.role !== (kind & 7)) {
    return refusal('quantum/other-piece', `The piece on ${square} is a ${role}.`, { square, role });
  }
  return null;
}

/** -1: not reachable; 0: by a leap; 1: by a slide. */
function reach(board: Board, from: number, to: number): number {
  const targets = new Uint8Array(64);
  const count = splitTargets(board, from, targets);
  const found = targets.subarray(0, count).find((target) => (target & 63) === to);
  return found === undefined ? -1 : found >= SLIDES ? 1 : 0;
}

/** Castling may also be written as the king capturing its own rook. */
function kingTakesRook(board: Board, from: number, to: number): number | null {
  const kind = board.piece[from]!;
  if ((kind & 7) !== KING || from !== ((kind & BLACK) === 0 ? 4 : 60)) return null;
  if (board.piece[to] !== ((kind & BLACK) | ROOK)) return null;
  return to === from + 3 ? from + 2 : to === from - 4 ? from - 2 : null;
}

function tooMuch(board: Board): Refusal {
  const { size } = board.wave;
  return refusal(
    'quantum/too-much-superposition',
    `There are ${size} boards in superposition; splits and merges are possible up to ${board.cap / 2}. Measure first.`,
    { boards: size, cap: board.cap },
  );
}
