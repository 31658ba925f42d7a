import type { Color } from './color.js';

export type WinReason =
  | 'checkmate'
  | 'stalemate'
  | 'king-captured'
  | 'king-exploded'
  | 'king-on-hill'
  | 'race-won'
  | 'checks-given'
  | 'promotion'
  | 'pieces-gone'
  | 'script';

export type DrawReason =
  | 'stalemate'
  | 'threefold-repetition'
  | 'fivefold-repetition'
  | 'fifty-moves'
  | 'seventy-five-moves'
  | 'insufficient-material'
  | 'dead-position'
  | 'both-kings-gone'
  | 'race-tied'
  | 'ply-cap'
  | 'script';

/** How a game ended by its rules. Flags, resignations and agreed draws are part of `@chessmith/game`. */
export type Outcome =
  | { readonly kind: 'win'; readonly winner: Color; readonly by: WinReason }
  | { readonly kind: 'draw'; readonly by: DrawReason };

/**
 * Which draws are automatic and which must be claimed.
 * `lichess`: fivefold, fifty moves and insufficient material are automatic, threefold is claimed.
 * `fide`: fivefold, seventy-five moves and dead positions are automatic, threefold and fifty moves are claimed.
 */
export type Profile = 'lichess' | 'fide';

export type Claim = 'threefold-repetition' | 'fifty-moves';
