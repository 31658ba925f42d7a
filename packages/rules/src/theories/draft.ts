import type { Modifiers, Movement, PieceKind, Ruleset, SquareTable } from '../ruleset.js';

/**
 * An uploaded ruleset in which Prolog theories may define movements. `@chessmith/scripting` evaluates each theory once
 * per square, and `resolveDraft` replaces it with the resulting table. Only then it is a `Ruleset`.
 */
export type RulesetDraft = Omit<Ruleset, 'pieces'> & {
  readonly pieces: { readonly [role: string]: DraftPiece };
  readonly theories: { readonly [name: string]: Theory };
};

/** A predicate `name/4` from file and rank to file and rank, counted from 0 and equal for both colours. */
export type Theory = {
  /** Rays may be infinite and are cut at the edge of the board; leaps off the board are ignored. */
  readonly shape: 'rays' | 'leaps';
  /** A complete program, line by line. */
  readonly prolog: readonly string[];
};

export type DraftPiece = Omit<PieceKind, 'movements'> & { readonly movements: readonly DraftMovement[] };

export type DraftMovement =
  | Exclude<Movement, { kind: 'group' }>
  | TheoryMovement
  | { readonly kind: 'group'; readonly of: readonly DraftMovement[] };

/** A movement to where these theories lead; each theory of rays gives one ray. */
export type TheoryMovement = Modifiers & {
  readonly kind: 'theory';
  readonly by: readonly string[] | { readonly white: readonly string[]; readonly black: readonly string[] };
};

/** The squares that each theory leads to, by its name. */
export type TheoryTables = { readonly [theory: string]: SquareTable };
