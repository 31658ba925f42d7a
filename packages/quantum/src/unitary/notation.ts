import { type Refusal, refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import {
  firstSquare,
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
import { BISHOP, KNIGHT, kindOfLetter, QUEEN, ROOK } from './piece.js';
import { parseSquare, squareName } from './square.js';

/** A move as written, not checked against a board. */
export type WrittenMove = {
  readonly shape: 'standard' | 'split' | 'merge' | 'castle' | 'pass';
  /** As in a packed move; empty for `O-O`. */
  readonly squares: readonly number[];
  readonly side?: 'king' | 'queen';
  /** The role, if the text names it; the case of the letter is ignored. */
  readonly role?: number;
  readonly variant?: number;
  readonly enPassant?: boolean;
  readonly promotion?: number;
  /** The requested measurement result: 1 for `.m1`, 0 for `.m0`. */
  readonly measured?: 0 | 1;
};

/**
 * `e2e4`, `b1xc3`, `b1wc3.m0`, `e7e8q`, `e5d6ep`, `b1^a3c3`, `a3c3^b5`, `0000`; the result only if it was measured.
 */
export function formatMove(move: Move, measured?: 0 | 1): string {
  if (move === PASS) return '0000';
  const a = squareName(firstSquare(move));
  const b = squareName(secondSquare(move));
  if (isSplit(move)) return `${a}^${b}${squareName(thirdSquare(move))}`;
  if (isMerge(move)) return `${a}${b}^${squareName(thirdSquare(move))}`;
  const sign = variantOf(move) === Variant.capture ? 'x' : variantOf(move) === Variant.excluded ? 'w' : '';
  const passing = typeOf(move) === MoveType.enPassant ? 'ep' : '';
  const promotion = promotionOf(move) === 0 ? '' : PROMOTION_LETTERS[promotionOf(move)]!;
  return `${a}${sign}${b}${passing}${promotion}${measured === undefined ? '' : `.m${measured}`}`;
}

const PROMOTION_LETTERS = ['', '', 'n', 'b', 'r', 'q'];
const PROMOTIONS: { readonly [letter: string]: number } = { q: QUEEN, r: ROOK, b: BISHOP, n: KNIGHT };

/** Reads the output of `formatMove`, and castling as `O-O`. It does not check legality. */
export function parseMove(text: string): Result<WrittenMove, Refusal> {
  const [, body = '', digit] = /^(.*?)(?:\.m([01]))?$/s.exec(text.trim())!;
  const measured = digit === undefined ? {} : { measured: Number(digit) as 0 | 1 };
  if (body === '0000') return ok({ shape: 'pass', squares: [], ...measured });
  const castle = /^[O0]-[O0](-[O0])?$/.exec(body);
  if (castle !== null) {
    return ok({ shape: 'castle', squares: [], side: castle[1] === undefined ? 'king' : 'queen', ...measured });
  }
  const standard = STANDARD.exec(body);
  if (standard !== null) {
    const [, piece, from, variant, to, passing, promotion] = standard;
    return ok({
      shape: 'standard',
      squares: [parseSquare(from!), parseSquare(to!)],
      ...named(piece),
      ...(variant === undefined ? {} : { variant: variant === 'x' ? Variant.capture : Variant.excluded }),
      ...(passing === undefined ? {} : { enPassant: true }),
      ...(promotion === undefined ? {} : { promotion: PROMOTIONS[promotion.toLowerCase()]! }),
      ...measured,
    });
  }
  const split = SPLIT.exec(body);
  if (split !== null)
    return ok({ shape: 'split', squares: split.slice(2).map(parseSquare), ...named(split[1]), ...measured });
  const merge = MERGE.exec(body);
  if (merge !== null)
    return ok({ shape: 'merge', squares: merge.slice(2).map(parseSquare), ...named(merge[1]), ...measured });
  return err(
    refusal('quantum/unreadable-move', `"${text.slice(0, 40)}" is not a move; write e2e4, b1^a3c3 or a3c3^b5.`, {
      move: text.slice(0, 40),
    }),
  );
}

const STANDARD = /^([PNBRQKpnbrqk])?([a-h][1-8])-?([xw])?([a-h][1-8])(ep)?(?:=?([qrbnQRBN]))?$/;
const SPLIT = /^([PNBRQKpnbrqk])?([a-h][1-8])\^([a-h][1-8])([a-h][1-8])$/;
const MERGE = /^([PNBRQKpnbrqk])?([a-h][1-8])([a-h][1-8])\^([a-h][1-8])$/;

const named = (piece: string | undefined) => (piece === undefined ? {} : { role: kindOfLetter(piece) & 7 });
