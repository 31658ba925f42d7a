import type { Color, DrawReason, Outcome, WinReason } from '@chessmith/rules';

/** Why a game is over, in the words everyone uses; `rule` in the end says which rule of the ruleset it was. */
export const END_CAUSES = [
  'checkmate',
  'stalemate',
  'timeout',
  'surrender',
  'agreement',
  'repetition',
  'move-rule',
  'material',
  'variant-end',
  'aborted',
  'abandoned',
  'stopped',
  'rules-failed',
] as const;
export type EndCause = (typeof END_CAUSES)[number];

/** How a game ended. One that was aborted or stopped, or whose rules failed, has no result and counts for nobody. */
export type GameEnd =
  | { readonly kind: 'win'; readonly winner: Color; readonly cause: EndCause; readonly rule?: WinReason }
  | { readonly kind: 'draw'; readonly cause: EndCause; readonly rule?: DrawReason }
  | { readonly kind: 'none'; readonly cause: 'aborted' | 'stopped' | 'rules-failed'; readonly why?: string };

/**
 * The most plies of a game where the server is not set otherwise (`Given.longestGame`): rulesets need not have an end, and a game
 * without end fills any memory. The longest tournament game had 538 plies; random play by the rules of FIDE ends before 1,000.
 */
export const LONGEST_GAME = 4000;

/**
 * From so many facts on nothing is taken back, and nobody sits down: what can be undone is done again and again, and would
 * let a game grow without ever becoming longer. Between two moves each side offers a thing once, so with these all that
 * is told of a game is bounded by its plies. To go back is to go through the game from its start, hence the lower of the two.
 */
export const LONGEST_TO_GO_BACK = 3000;
export const longestToJoin = (longestGame: number = LONGEST_GAME): number => 2 * longestGame;

/** How a game of so many plies stands whose rules say this: nothing goes on for ever. */
export const outcomeAfter = (
  plies: number,
  outcome: Outcome | null,
  longestGame: number = LONGEST_GAME,
): Outcome | null => outcome ?? (plies >= longestGame ? { kind: 'draw', by: 'ply-cap' } : null);

/** The end that the rules themselves bring about. */
export function endByRules(outcome: Outcome): GameEnd {
  return outcome.kind === 'win'
    ? { kind: 'win', winner: outcome.winner, cause: CAUSES[outcome.by], rule: outcome.by }
    : { kind: 'draw', cause: CAUSES[outcome.by], rule: outcome.by };
}

const CAUSES: { readonly [reason in WinReason | DrawReason]: EndCause } = {
  checkmate: 'checkmate',
  stalemate: 'stalemate',
  'threefold-repetition': 'repetition',
  'fivefold-repetition': 'repetition',
  'fifty-moves': 'move-rule',
  'seventy-five-moves': 'move-rule',
  'ply-cap': 'move-rule',
  'insufficient-material': 'material',
  'dead-position': 'material',
  'king-captured': 'variant-end',
  'king-exploded': 'variant-end',
  'king-on-hill': 'variant-end',
  'race-won': 'variant-end',
  'checks-given': 'variant-end',
  promotion: 'variant-end',
  'pieces-gone': 'variant-end',
  'both-kings-gone': 'variant-end',
  'race-tied': 'variant-end',
  script: 'variant-end',
};
