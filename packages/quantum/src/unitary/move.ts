/**
 * A move is one 32-bit number: type (4 bits), variant (2), three squares (6 each) and the promotion (4).
 * Standard: from, to, –. Split: from, first target, second target. Merge: first source, second source, target.
 * The order of a pair matters if phases differ or a target may be occupied.
 */
export type Move = number;

/** Numbers as in the published documents of quantum chess. */
export const MoveType = {
  pass: 0,
  jump: 2,
  slide: 3,
  splitJump: 4,
  splitSlide: 5,
  mergeJump: 6,
  mergeSlide: 7,
  pawnStep: 8,
  pawnTwoStep: 9,
  pawnCapture: 10,
  enPassant: 11,
  castleKingside: 12,
  castleQueenside: 13,
} as const;

/** Depends on the register's entry for the target before the move. */
export const Variant = { basic: 1, excluded: 2, capture: 3 } as const;

/** `0000`: passes the turn; in free analysis only. */
export const PASS: Move = 0;

export function packMove(type: number, variant: number, a: number, b: number, c = 0, promotion = 0): Move {
  return type | (variant << 4) | (a << 6) | (b << 12) | (c << 18) | (promotion << 24);
}

/** One of `MoveType`. */
export const typeOf = (move: Move): number => move & 15;
/** One of `Variant`, or 0 for a pass. */
export const variantOf = (move: Move): number => (move >> 4) & 3;
/** The squares in the order above, 0 for a1 to 63 for h8; 0 if unused. */
export const firstSquare = (move: Move): number => (move >> 6) & 63;
export const secondSquare = (move: Move): number => (move >> 12) & 63;
export const thirdSquare = (move: Move): number => (move >> 18) & 63;
/** The role that a pawn promotes to, or 0. */
export const promotionOf = (move: Move): number => (move >> 24) & 15;

export const isSplit = (move: Move): boolean => (move & 14) === MoveType.splitJump;
export const isMerge = (move: Move): boolean => (move & 14) === MoveType.mergeJump;
export const isCastle = (move: Move): boolean => (move & 14) === MoveType.castleKingside;

/** A growable list, reused so that a playout allocates nothing. */
export type MoveList = { moves: Int32Array; count: number };

export const moveList = (): MoveList => ({ moves: new Int32Array(512), count: 0 });

export function addMove(list: MoveList, move: Move): void {
  if (list.count === list.moves.length) {
    const larger = new Int32Array(list.moves.length * 2);
    larger.set(list.moves);
    list.moves = larger;
  }
  list.moves[list.count++] = move;
}
