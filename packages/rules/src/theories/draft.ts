import type { Modifiers, Movement, PieceKind, Ruleset, SquareTable } from '../ruleset.js';

/**
 * A ruleset as somebody writes it, where a logic program may say where a piece goes. Such a program is asked once, square
 * by square (`@chessmith/scripting` does that), and `settleDraft` puts a table in its place; only then it is a `Ruleset`.
 */
export type RulesetDraft = Omit<Ruleset, 'pieces'> & {
  readonly pieces: { readonly [role: string]: DraftPiece };
  readonly theories: { readonly [name: string]: Theory };
};

/** A predicate `name/4` from file and rank to file and rank, counted from 0 and the same for both colours. */
export type Theory = {
  /** Rays may have no end and are cut at the first square off the board; of leaps, those off the board are left out. */
  readonly shape: 'rays' | 'leaps';
  /** A whole program of its own, line by line. */
  readonly prolog: readonly string[];
};

export type DraftPiece = Omit<PieceKind, 'movements'> & { readonly movements: readonly DraftMovement[] };

export type DraftMovement =
  | Exclude<Movement, { kind: 'group' }>
  | TheoryMovement
  | { readonly kind: 'group'; readonly of: readonly DraftMovement[] };

/** Where these theories lead; each of rays is one ray. */
export type TheoryMovement = Modifiers & {
  readonly kind: 'theory';
  readonly by: readonly string[] | { readonly white: readonly string[]; readonly black: readonly string[] };
};

/** What each theory answered, by its name. */
export type TheoryTables = { readonly [theory: string]: SquareTable };
