/**
 * What a move does to the hidden part of the game. The steps themselves are public: everybody can derive them from the
 * move and the outcomes of its measurements. Only where the real fragment goes at each of them is not.
 */
export type Step =
  /** The real one, if it was `from`, is now `from` or `added`: a coin. */
  | { readonly kind: 'split'; readonly man: number; readonly from: number; readonly added: number }
  /** `added` is what gets past: the real one, if it was `from`, is there when the real one of `other` is not `blocker`. */
  | {
      readonly kind: 'pass';
      readonly man: number;
      readonly from: number;
      readonly added: number;
      readonly other: number;
      readonly blocker: number;
    }
  | { readonly kind: 'merge'; readonly man: number; readonly from: number; readonly into: number }
  | { readonly kind: 'measure'; readonly man: number; readonly fragment: number; readonly found: boolean }
  | { readonly kind: 'capture'; readonly man: number };
