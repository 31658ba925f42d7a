import type { MaybePromise, Result } from '@chessmith/std';
import type { Color } from '../color.js';
import type { Json } from '../json.js';
import type { Claim, Outcome, Profile } from '../outcome.js';
import type { Refusal } from '../refusal.js';

/**
 * The interface that every kind of chess implements: eight members, and capabilities that some kinds of chess offer.
 *
 * `Position` is opaque to everyone but its referee and immutable: a ruling contains a new one.
 * `start` and `judge` may be asynchronous and may draw from `chance`. `resume`, `replay` and `view` are
 * synchronous and draw nothing, so a stored game is replayed without dice, clocks or scripts.
 */
export interface Referee<Position = unknown> {
  readonly about: RulesetCard;
  /** Starts a game; `resume` restores its first position from the record. */
  start(setup: Setup, chance: Chance): MaybePromise<Result<Start<Position>, Refusal>>;
  /** Judges a move of the side to move, in any notation this referee reads; refuses with `game/over` after the end. */
  judge(position: Position, move: string, chance: Chance): MaybePromise<Result<Ruling<Position>, Refusal>>;
  resume(record: GameRecord): Position;
  replay(position: Position, record: GameRecord): Position;
  view(position: Position, viewer: Viewer): View;
  /** Plain data from which `restore` creates an equal position, including its history. */
  snapshot(position: Position): Json;
  restore(snapshot: Json): Position;
  readonly forking?: RefereeForking;
  readonly pgn?: RefereePgn;
  readonly inspection?: RefereeInspection<Position>;
  readonly cost?: RefereeCost<Position>;
}

/** How a new game starts from a turn of another, where the notation of its view does not suffice. */
export type RefereeForking =
  | {
      readonly kind: 'setup';
      /** A set-up that continues after these moves; it contains no secrets. */
      branch(start: GameRecord, moves: readonly GameRecord[]): Pick<Setup, 'position' | 'turn' | 'unmoved'>;
    }
  | {
      /** For rules that do not accept a set-up position. */
      readonly kind: 'record';
      /** A record for `resume` that continues after these moves. */
      carryOn(start: GameRecord, moves: readonly GameRecord[]): ForkedStart;
      /** Whether this start was made by `carryOn` rather than by the rules. */
      isCarriedOn(start: GameRecord): boolean;
    };

/** `hides`: the record contains secrets until the game it comes from ends. */
export type ForkedStart = { readonly record: GameRecord; readonly hides: boolean };

/** What PGN needs beyond the notation of moves and of the view. */
export interface RefereePgn {
  /** Comments to write behind a move. */
  comments(record: GameRecord): readonly string[];
  /** The start position as PGN writes it, if the notation of its view is incomplete. */
  start?(start: GameRecord, notation: string): string;
}

/** Answers questions beyond the view without changing the position; the results contain no secrets. */
export interface RefereeInspection<Position> {
  inspect(position: Position, inspection: Inspection): MaybePromise<Result<Json, Refusal>>;
}

/** Where time and memory go, for callers that cache or economise. All of it is optional and changes no result. */
export interface RefereeCost<Position> {
  /** Judging runs an uploaded script: callers judge only moves that are made, not all possible ones. */
  readonly runsCode?: true;
  /** A view without the fields that only the next player needs; implemented where that is cheaper. */
  glance?(position: Position, viewer: Viewer): Glance;
  /** Computes an expensive `view` in advance, for example in a worker. */
  prepare?(position: Position): MaybePromise<void>;
  /** Approximate size in bytes of all move records up to here, if they may be large. */
  weight?(position: Position): number;
  /** Approximate size in bytes of the compiled rules, if there may be many of them (uploaded rulesets). */
  readonly bytes?: number;
}

/** Everything a client needs to draw a board and name its pieces. */
export type RulesetCard = {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly files: number;
  readonly ranks: number;
  /** True if both players see the board from White's side. */
  readonly fixed?: boolean;
  /** `glyph`: a picture for the piece, given as the name of a shape, an emoji or a sanitised SVG. */
  readonly roles: readonly { readonly role: string; readonly letter: string; readonly glyph?: string }[];
  /** The roles to show to people, if `roles` lists more than a script has put on the board. */
  readonly rolesInPlay?: readonly string[];
  /** The PGN `Variant` tag, if it differs from the title. */
  readonly pgnVariant?: string;
};

export type Setup = {
  /** A position in the ruleset's own notation: FEN, QFEN, a board file, board-as-text. */
  readonly position?: string;
  /** The side to move, if the position does not say it (board-as-text) or should be overridden. */
  readonly turn?: Color;
  /** The number of one of several starts (0–959 for Chess960). */
  readonly number?: number;
  /** Squares whose pieces have not moved yet; castling rights follow from them. */
  readonly unmoved?: readonly string[];
  readonly profile?: Profile;
  /** Free analysis: either side may move, the game never ends, and the position need not be valid. */
  readonly free?: boolean;
};

/** Random numbers from the server; `int(bound)` is uniform in 0 … bound-1, `real()` in [0, 1). */
export interface Chance {
  int(bound: number): number;
  real(): number;
}

/** The part of a ruling that a fact stores. `secret` never leaves the server before the game has ended. */
export type GameRecord = { readonly open: Json; readonly secret?: Json };

export type Start<Position> = { readonly position: Position; readonly record: GameRecord };

export type Ruling<Position> = {
  readonly after: Position;
  readonly record: GameRecord;
  /** The move in the usual notation of this ruleset (SAN for classical chess). */
  readonly notation: string;
  readonly happened: readonly Happening[];
  /** True if the ruling used randomness; such a move cannot be taken back. */
  readonly usedChance: boolean;
};

export type Happening =
  | { readonly kind: 'moved'; readonly role: string; readonly color: Color; readonly from: string; readonly to: string }
  | { readonly kind: 'captured'; readonly role: string; readonly color: Color; readonly on: string }
  | { readonly kind: 'promoted'; readonly role: string; readonly color: Color; readonly on: string }
  | { readonly kind: 'castled'; readonly color: Color; readonly side: 'king' | 'queen' }
  | { readonly kind: 'dropped'; readonly role: string; readonly color: Color; readonly on: string }
  | { readonly kind: 'exploded'; readonly role: string; readonly color: Color; readonly on: string }
  | { readonly kind: 'checked'; readonly color: Color }
  | {
      readonly kind: 'split';
      readonly role: string;
      readonly color: Color;
      readonly from: string;
      readonly to: readonly string[];
    }
  | {
      readonly kind: 'merged';
      readonly role: string;
      readonly color: Color;
      readonly from: readonly string[];
      readonly to: string;
    }
  | { readonly kind: 'measured'; readonly on: readonly string[]; readonly found: boolean; readonly probability: number }
  | { readonly kind: 'entangled'; readonly squares: readonly string[] }
  | { readonly kind: 'said'; readonly message: string };

/** A question about a position. The ruleset decides which subjects it supports and which fields they need. */
export type Inspection = {
  readonly about: InspectionSubject;
  readonly square?: string;
  readonly other?: string;
  readonly move?: string;
  /** The maximum number of results. */
  readonly most?: number;
};

export const INSPECTION_SUBJECTS = [
  'marginals',
  'superposition',
  'boards',
  'square',
  'same-piece',
  'entangled',
  'impact',
  'joint',
  'move',
  'merge',
] as const;
export type InspectionSubject = (typeof INSPECTION_SUBJECTS)[number];

/** `all` also sees secrets; use it for ended games and tests only. */
export type Viewer =
  | { readonly kind: 'player'; readonly color: Color }
  | { readonly kind: 'watcher' }
  | { readonly kind: 'all' };

export type View = {
  readonly turn: Color;
  /** Plies since the start position. */
  readonly ply: number;
  readonly pieces: readonly ViewPiece[];
  readonly pockets?: { readonly [color in Color]: { readonly [role: string]: number } };
  readonly choices: readonly Choice[];
  /** Squares of the attacked royal pieces. */
  readonly check: readonly string[];
  readonly claims: readonly Claim[];
  readonly canWin: { readonly [color in Color]: boolean };
  readonly outcome: Outcome | null;
  /** The position in the ruleset's own notation. */
  readonly notation: string;
  /** Ruleset-specific values: check counters, number of boards in superposition, a message of the turn … */
  readonly extra?: { readonly [name: string]: Json };
};

/** The part of a view that news and commands need after every move. */
export type Glance = Omit<View, 'choices' | 'claims' | 'canWin' | 'notation'>;

export type ViewPiece = {
  readonly square: string;
  readonly role: string;
  readonly color: Color;
  /** Present only if below one. */
  readonly probability?: number;
};

/**
 * Legal moves, grouped into sets so that clients handle all kinds of chess alike: each target may be combined with each
 * role in `promote`. If `promote` is present, one must be chosen; if the piece may also stay as it is, there is a
 * second choice without `promote`. Scripts may list other words there. If `onward` is present, the move needs a second
 * target.
 */
export type Choice =
  | {
      readonly kind: 'move';
      readonly from: string;
      readonly to: readonly string[];
      readonly promote?: readonly string[];
      readonly onward?: readonly string[];
    }
  | { readonly kind: 'drop'; readonly role: string; readonly to: readonly string[] }
  | {
      readonly kind: 'split';
      readonly from: string;
      readonly to: readonly string[];
      readonly notBoth?: readonly (readonly [string, string])[];
    }
  | { readonly kind: 'merge'; readonly from: string; readonly group: string; readonly to: readonly string[] };
