/**
 * How a move affects the hidden part of the game. The steps are public: they follow from the move and its measurement
 * results. Only the location of the real fragment is secret.
 */
export type WorldStep =
  /** If `from` was real, a coin decides whether `from` or `added` is now. */
  | { readonly kind: 'split'; readonly man: number; readonly from: number; readonly added: number }
  /**
   * `added` is the fragment that got past. If `from` was real, `added` becomes real unless `blocker` is the real
   * fragment of `other`.
   */
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
