import type { Color, DrawReason, Outcome, WinReason } from '@chessmith/rules';

/** Why a game is over, in common terms; `GameEnd.rule` names the exact rule of the ruleset. */
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

/** How a game ended. `none`: aborted, stopped or failed games have no result and do not count in statistics. */
export type GameEnd =
  | { readonly kind: 'win'; readonly winner: Color; readonly cause: EndCause; readonly rule?: WinReason }
  | { readonly kind: 'draw'; readonly cause: EndCause; readonly rule?: DrawReason }
  | { readonly kind: 'none'; readonly cause: 'aborted' | 'stopped' | 'rules-failed'; readonly why?: string };

/**
 * The default limit of plies per game (`DecisionInput.maxPlies` overrides it). Some rulesets never end, and an endless game
 * fills the memory. The longest tournament game had 538 plies; random play by FIDE rules ends before 1,000.
 */
export const DEFAULT_MAX_PLIES = 4000;

/**
 * A game with this many facts allows no more takebacks. Players could otherwise repeat a move and its takeback, or join and
 * leave, and add facts for ever without adding plies. Each side makes each offer once per move, so these two limits and
 * the ply limit bound the facts of a game. A takeback replays the whole game, hence its lower limit.
 */
export const MAX_FACTS_FOR_TAKEBACK = 3000;
/** A game with this many facts accepts no more players. */
export const maxFactsForJoin = (maxPlies: number = DEFAULT_MAX_PLIES): number => 2 * maxPlies;

/** The outcome by the rules, or a draw once the game has reached the ply limit. */
export const outcomeAfter = (
  plies: number,
  outcome: Outcome | null,
  maxPlies: number = DEFAULT_MAX_PLIES,
): Outcome | null => outcome ?? (plies >= maxPlies ? { kind: 'draw', by: 'ply-cap' } : null);

/** The end of a game that ended on the board. */
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
