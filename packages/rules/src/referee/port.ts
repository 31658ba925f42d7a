import type { Result } from '@chessmith/std';
import type { Color } from '../color.js';
import type { Json } from '../json.js';
import type { Claim, Outcome, Profile } from '../outcome.js';
import type { Refusal } from '../refusal.js';

/**
 * The one question every kind of chess answers.
 *
 * `Position` is opaque to everyone but its referee and is never changed in place: a ruling brings a new one.
 * `start` and `judge` may be asynchronous and may draw from `chance`; `resume`, `replay` and `view` are
 * synchronous and draw nothing, so a stored game is replayed without dice, clocks or anybody's code.
 */
export interface Referee<Position = unknown> {
  readonly about: RulesetCard;
  /** Judging runs somebody's code and is dear: it is asked about moves that are made, not about all that could be. */
  readonly runsCode?: true;
  /** Opens a game; the record is all that `resume` needs to open the same game again. */
  start(setup: Setup, chance: Chance): MaybeAsync<Result<Start<Position>, Refusal>>;
  /** Judges a move of the side to move, in any notation this referee reads; once the game has ended, `game/over`. */
  judge(position: Position, move: string, chance: Chance): MaybeAsync<Result<Ruling<Position>, Refusal>>;
  resume(record: GameRecord): Position;
  replay(position: Position, record: GameRecord): Position;
  view(position: Position, viewer: Viewer): View;
  /** What the view says, without what only somebody who is about to move asks for; worth having where it is cheaper. */
  glance?(position: Position, viewer: Viewer): Glance;
  /** Plain data from which `restore` gives back an equal position, history included. */
  snapshot(position: Position): Json;
  restore(snapshot: Json): Position;
  /** What can be known of a position beyond its view, without changing it; nothing secret is in the answer. */
  inspect?(position: Position, inspection: Inspection): MaybeAsync<Result<Json, Refusal>>;
  /** Works out elsewhere what `view` would take long for; afterwards it answers at once. It changes nothing else. */
  prepare?(position: Position): MaybeAsync<void>;
  /** How many bytes the records of all moves up to here take, about, where they may be large. */
  weight?(position: Position): number;
  /** About how many bytes the compiled rules themselves take, where there may be many of them: uploaded ones. */
  readonly bytes?: number;
  /** What PGN says in comments behind a move. */
  pgnComments?(record: GameRecord): readonly string[];
  /** A start as PGN writes it, given the notation of its view, where that may not hold all. */
  pgnStart?(start: GameRecord, notation: string): string;
  /** A set-up from which another game goes on after these moves, where the view's notation does not hold all; no secret is in it. */
  branch?(start: GameRecord, moves: readonly GameRecord[]): Pick<Setup, 'position' | 'turn' | 'unmoved'>;
  /** The same as a record for `resume`, where nobody may wish for a start. */
  carryOn?(start: GameRecord, moves: readonly GameRecord[]): ForkedStart;
  /** Whether this start is one that `carryOn` gave, and not the rules' own. */
  isCarriedOn?(start: GameRecord): boolean;
}

/** `hides` where the record holds what nobody may learn while the game runs from which it comes. */
export type ForkedStart = { readonly record: GameRecord; readonly hides: boolean };

export type MaybeAsync<T> = T | Promise<T>;

/** What a client has to know to draw a board and name its pieces. */
export type RulesetCard = {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly files: number;
  readonly ranks: number;
  /** Whether both sides see the board from White's side. */
  readonly fixed?: boolean;
  /** `glyph` where a ruleset brings a picture along: the name of a shape, an emoji or a harmless SVG. */
  readonly roles: readonly { readonly role: string; readonly letter: string; readonly glyph?: string }[];
  /** The roles to show to people, where `roles` allows more than a script has put on a board. */
  readonly rolesInPlay?: readonly string[];
  /** How PGN names these rules, where it is not by the title. */
  readonly pgnVariant?: string;
};

export type Setup = {
  /** A position in the ruleset's own notation: FEN, QFEN, a board file, board-as-text. */
  readonly position?: string;
  /** Who is to move, where the position does not say it (board-as-text) or says otherwise. */
  readonly turn?: Color;
  /** The number of a start among many (0–959 for Chess960). */
  readonly number?: number;
  /** Squares whose pieces have not moved yet; castling rights follow from them. */
  readonly unmoved?: readonly string[];
  readonly profile?: Profile;
  /** Analysis: either side may move, the end is ignored, the position need not make sense. */
  readonly free?: boolean;
};

/** Lots drawn by the server; `int(bound)` is uniform in 0 … bound-1, `real()` in [0, 1). */
export interface Chance {
  int(bound: number): number;
  real(): number;
}

/** What a fact stores: `secret` is stripped from everything that leaves the server until the game has ended. */
export type GameRecord = { readonly open: Json; readonly secret?: Json };

export type Start<Position> = { readonly position: Position; readonly record: GameRecord };

export type Ruling<Position> = {
  readonly after: Position;
  readonly record: GameRecord;
  /** The move as people write it in this ruleset (SAN for classical chess). */
  readonly notation: string;
  readonly happened: readonly Happening[];
  /** True when the ruling drew from chance: such a move is never taken back. */
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

/** What somebody who looks may want to know. Which of the other words a subject needs, and has an answer to, is the ruleset's. */
export type Inspection = {
  readonly about: InspectionSubject;
  readonly square?: string;
  readonly other?: string;
  readonly move?: string;
  /** How many, where there may be many. */
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

/** `all` sees what is secret; it is for ended games and for tests. */
export type Viewer =
  | { readonly kind: 'player'; readonly color: Color }
  | { readonly kind: 'watcher' }
  | { readonly kind: 'all' };

export type View = {
  readonly turn: Color;
  /** Plies played since the start position. */
  readonly ply: number;
  readonly pieces: readonly ViewPiece[];
  readonly pockets?: { readonly [color in Color]: { readonly [role: string]: number } };
  readonly choices: readonly Choice[];
  /** Squares of the royal pieces that are attacked. */
  readonly check: readonly string[];
  readonly claims: readonly Claim[];
  readonly canWin: { readonly [color in Color]: boolean };
  readonly outcome: Outcome | null;
  /** The position in the ruleset's own notation. */
  readonly notation: string;
  /** What only this ruleset shows: check counters, number of boards in superposition, a message of the turn … */
  readonly extra?: { readonly [name: string]: Json };
};

/** The part of a view that news and decisions look at after every move. */
export type Glance = Omit<View, 'choices' | 'claims' | 'canWin' | 'notation'>;

export type ViewPiece = {
  readonly square: string;
  readonly role: string;
  readonly color: Color;
  /** Present where it is below one. */
  readonly probability?: number;
};

/**
 * Choices travel as sets, so that clients play all kinds of chess alike: any target with any role to promote to.
 * Where `promote` is given a role must be chosen; a piece that may also stay what it is has a second choice without it.
 * A script may offer other words there. Where `onward` is given a second target must be named, to which the move goes on.
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
