/**
 * A move as a text requests it, not yet judged. Squares and roles are numbers of the ruleset; -1 means "not given".
 */
export type MoveRequest =
  /** From one square to another; castling by the king's target or by the partner's square. */
  | { readonly kind: 'move'; readonly from: number; readonly to: number; readonly promotion: number }
  /** A piece of a role to a square, with any known part of its origin. */
  | {
      readonly kind: 'onto';
      readonly role: number;
      readonly to: number;
      readonly file: number;
      readonly rank: number;
      readonly promotion: number;
    }
  /** Side 0 is the king's, 1 the queen's. */
  | { readonly kind: 'castle'; readonly side: number }
  | { readonly kind: 'drop'; readonly role: number; readonly to: number };
