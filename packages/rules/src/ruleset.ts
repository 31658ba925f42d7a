/**
 * A ruleset is plain data: pieces with movements, a start, restrictions, effects and endings. Everything in this file
 * can be written as JSON, and no value depends on the variant that uses it.
 */
export type Ruleset = {
  readonly name: string;
  readonly title: string;
  /** One line, for lists of variants. */
  readonly summary: string;
  /** `fixed`: both players see the board from White's side, as in Racing Kings. */
  readonly board: { readonly files: number; readonly ranks: number; readonly fixed?: boolean };
  readonly pieces: { readonly [role: string]: PieceKind };
  /** A FEN, or a numbered Chess960 back rank. */
  readonly start: string | { readonly shuffled: 'chess960'; readonly default: number };
  readonly restrictions: readonly Restriction[];
  readonly effects: readonly Effect[];
  readonly endings: readonly Ending[];
};

export type PieceKind = {
  /** One lower-case letter, unique in its ruleset. FEN writes white pieces in upper case; SAN writes all pieces so. */
  readonly letter: string;
  readonly movements: readonly Movement[];
  /** Restrictions and endings about check apply to royal pieces. */
  readonly royal?: boolean;
  /** A pawn has no letter in SAN, and its moves reset the move count. */
  readonly pawn?: boolean;
};

/** Files to the right and ranks forward; +1 rank is towards the opponent for either colour. */
export type Step = readonly [files: number, ranks: number];

/** The squares a movement may land on; `free` is an empty square or an enemy piece. */
export type Onto = 'free' | 'empty' | 'enemy' | 'ally' | 'any';

export type Modifiers = {
  readonly onto?: Onto;
  /** Ranks on which the movement may start, counted from the mover's own edge (1 is the first). */
  readonly from?: readonly number[];
  /** Only if the piece has not moved since the start. */
  readonly unmoved?: boolean;
  /** Only onto squares that the enemy does not attack. */
  readonly safe?: boolean;
};

export type Movement =
  /** Square by square in each direction up to the first obstacle, which can itself be a target. */
  | (Modifiers & { readonly kind: 'slide'; readonly along: readonly Step[]; readonly upTo?: number })
  /** Straight to the target over any pieces between. */
  | (Modifiers & { readonly kind: 'leap'; readonly to: readonly Step[] })
  /** Exactly two squares through an empty one; for one turn the passed square allows en passant. */
  | (Modifiers & { readonly kind: 'double-step'; readonly along: readonly Step[] })
  /** Onto the square that a double step has just passed; captures the piece that made it. */
  | { readonly kind: 'en-passant'; readonly to: readonly Step[] }
  /** With an unmoved partner; the squares between must be empty, and the king's path not attacked. */
  | { readonly kind: 'castle'; readonly partner: string; readonly sides: readonly CastleSide[] }
  /** From the pocket onto an empty square of these ranks (all ranks if absent). */
  | { readonly kind: 'drop'; readonly ranks?: readonly number[] }
  /** Rays or leaps listed per square, with one table for white and one for black. */
  | (Modifiers & {
      readonly kind: 'table';
      readonly shape: 'rays' | 'leaps';
      readonly white: SquareTable;
      readonly black: SquareTable;
    })
  | { readonly kind: 'group'; readonly of: readonly Movement[] };

export type CastleSide = {
  readonly side: 'king' | 'queen';
  /** Files (letters) on which the castling piece and its partner end. */
  readonly to: string;
  readonly partnerTo: string;
};

/** For each square its rays (ordered outwards); for leaps, lists of targets. */
export type SquareTable = { readonly [square: string]: readonly (readonly string[])[] };

export type Restriction =
  /** A move must not leave one's own royal piece attacked. */
  | { readonly kind: 'no-self-check' }
  /** A move must not attack an enemy royal piece. */
  | { readonly kind: 'no-check' }
  /** If any move captures, only captures are legal. */
  | { readonly kind: 'must-capture' };

export type Effect =
  /** On these ranks the piece becomes one of `to`; on `optionalOn` it may also stay as it is. */
  | {
      readonly kind: 'promote';
      readonly role: string;
      readonly on: readonly number[];
      readonly optionalOn?: readonly number[];
      readonly to: readonly string[];
      /** Only to captured pieces of its own side, so that no role has more pieces than at the start. */
      readonly onlyCaptured?: boolean;
    }
  /** A capture removes both pieces and all neighbouring pieces except the spared roles. */
  | { readonly kind: 'explode'; readonly spares: readonly string[] }
  /** Captured pieces go to the captor's pocket and change colour; promoted ones revert to their original role. */
  | { readonly kind: 'pocket' }
  /** Counts the checks that each side has given. */
  | { readonly kind: 'count-checks'; readonly upTo: number };

export type Ending =
  /** No legal move while in check: the side to move loses. */
  | { readonly kind: 'checkmate' }
  /** No legal move and not in check (or checkmate is not an ending); the result is for the side to move. */
  | { readonly kind: 'stalemate'; readonly result: 'draw' | 'win' | 'loss' }
  /** A side has no royal piece left, or no piece at all. */
  | { readonly kind: 'extinction'; readonly of: 'royal' | 'all'; readonly result: 'win' | 'loss' }
  /** A piece of this role on one of these squares. `reply`: black gets one more move to tie. */
  | { readonly kind: 'reach'; readonly role: string; readonly squares: readonly string[]; readonly reply?: boolean }
  | { readonly kind: 'first-promotion' }
  | { readonly kind: 'checks-given'; readonly count: number }
  | { readonly kind: 'repetition' }
  | { readonly kind: 'move-count' }
  | { readonly kind: 'insufficient-material'; readonly model: MaterialModel };

/** How a side can still win; it decides which material is insufficient (`canWin`). */
export type MaterialModel =
  /** By mating a king. */
  | 'mate'
  /** Any piece besides the royal one is enough, as when checks are counted. */
  | 'bare-royal'
  /** By mating a king; captured pieces return as drops. */
  | 'mate-with-drops'
  /** By mating or exploding a king. */
  | 'explosion'
  /** By losing all of one's own pieces. */
  | 'giveaway'
  /** The side with a king wins by capturing everything, the other by mate. */
  | 'mate-or-extinction';
