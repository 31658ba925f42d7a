/**
 * What a text asks for, read but not judged. Squares and roles are numbers of the ruleset; -1 is "not said".
 */
export type MoveRequest =
  /** The piece on one square to another; also castling, by the king's target or by the partner's square. */
  | { readonly kind: 'move'; readonly from: number; readonly to: number; readonly promotion: number }
  /** A piece of a role onto a square, with as much of its origin as was said. */
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
