import type { Refusal, RulesetCard, View } from '@chessmith/rules';

/** Everything that a drawing shows. */
export type Scene = {
  readonly card: RulesetCard;
  readonly view: View;
  /** Why the position cannot be played, or null. */
  readonly invalid: Refusal | null;
  /** The targets of the chosen piece. */
  readonly marked: Marked | null;
};

export type Marked = { readonly from: string; readonly to: readonly string[] };
