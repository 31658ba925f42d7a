/**
 * A ruleset is plain data: pieces with movements, a start, restrictions, effects and endings. Everything in this
 * file can be written as JSON, and no value knows which variant it is used in.
 */
export type Ruleset = {
  readonly name: string;
  readonly title: string;
  /** One line for lists. */
  readonly summary: string;
  /** `fixed` where both sides see it from White's side, as in a race that goes the same way for both. */
  readonly board: { readonly files: number; readonly ranks: number; readonly fixed?: boolean };
  readonly pieces: { readonly [role: string]: PieceKind };
  /** A FEN, or the shuffled back ranks of Chess960, chosen by number. */
  readonly start: string | { readonly shuffled: 'chess960'; readonly default: number };
  readonly restrictions: readonly Restriction[];
  readonly effects: readonly Effect[];
  readonly endings: readonly Ending[];
};

export type PieceKind = {
  /** One lower-case letter, unique in its ruleset; upper case is white in FEN and a piece in SAN. */
  readonly letter: string;
  readonly movements: readonly Movement[];
  /** Restrictions and endings about check speak of royal pieces. */
  readonly royal?: boolean;
  /** Written without its letter in SAN, and it resets the move count. */
  readonly pawn?: boolean;
};

/** Files to the right and ranks forward, as the mover sees the ranks: +1 rank is towards the other side. */
export type Step = readonly [files: number, ranks: number];

/** What a movement may land on; `free` is an empty square or an enemy. */
export type Onto = 'free' | 'empty' | 'enemy' | 'ally' | 'any';

export type Modifiers = {
  readonly onto?: Onto;
  /** Ranks counted from the mover's own edge, 1 is the first, on which the movement may begin. */
  readonly from?: readonly number[];
  /** Only for a piece that has not moved since the start. */
  readonly unmoved?: boolean;
  /** Only onto squares that the enemy does not attack. */
  readonly safe?: boolean;
};

export type Movement =
  /** Square after square along each direction until something stands in the way; that square is still a target. */
  | (Modifiers & { readonly kind: 'slide'; readonly along: readonly Step[]; readonly upTo?: number })
  /** Straight to the target, whatever stands between. */
  | (Modifiers & { readonly kind: 'leap'; readonly to: readonly Step[] })
  /** Exactly two squares through an empty one; the square passed can be captured on, en passant, for one turn. */
  | (Modifiers & { readonly kind: 'double-step'; readonly along: readonly Step[] })
  /** Onto the square that a double step has just passed, capturing the piece that passed it. */
  | { readonly kind: 'en-passant'; readonly to: readonly Step[] }
  /** With an unmoved partner; nothing between them, and no square of the way attacked. */
  | { readonly kind: 'castle'; readonly partner: string; readonly sides: readonly CastleSide[] }
  /** From the pocket onto an empty square of these ranks (all when absent). */
  | { readonly kind: 'drop'; readonly ranks?: readonly number[] }
  /** Rays or leaps spelled out per square, one table for white and one for black. */
  | (Modifiers & {
      readonly kind: 'table';
      readonly shape: 'rays' | 'leaps';
      readonly white: SquareTable;
      readonly black: SquareTable;
    })
  | { readonly kind: 'group'; readonly of: readonly Movement[] };

export type CastleSide = {
  readonly side: 'king' | 'queen';
  /** Files on which the castling piece and its partner end, as letters. */
  readonly to: string;
  readonly partnerTo: string;
};

/** For each square its rays (ordered outwards) or, for leaps, one list of targets. */
export type SquareTable = { readonly [square: string]: readonly (readonly string[])[] };

export type Restriction =
  /** A move must not leave an own royal piece attacked. */
  | { readonly kind: 'no-self-check' }
  /** A move must not attack an enemy royal piece. */
  | { readonly kind: 'no-check' }
  /** If any move captures, only captures are legal. */
  | { readonly kind: 'must-capture' };

export type Effect =
  /** On these ranks the piece becomes one of `to`; on `optionalOn` it may also stay what it is. */
  | {
      readonly kind: 'promote';
      readonly role: string;
      readonly on: readonly number[];
      readonly optionalOn?: readonly number[];
      readonly to: readonly string[];
      /** Only to pieces of its own side that have been captured: never more of a role than at the start. */
      readonly onlyCaptured?: boolean;
    }
  /** A capture removes both pieces and every neighbour but the spared roles. */
  | { readonly kind: 'explode'; readonly spares: readonly string[] }
  /** Captured pieces change sides into the captor's pocket; a promoted one goes back to what it was. */
  | { readonly kind: 'pocket' }
  /** Checks given are counted. */
  | { readonly kind: 'count-checks'; readonly upTo: number };

export type Ending =
  /** No legal move while in check: the side to move loses. */
  | { readonly kind: 'checkmate' }
  /** No legal move and not in check (or no check in these rules), seen from the side to move. */
  | { readonly kind: 'stalemate'; readonly result: 'draw' | 'win' | 'loss' }
  /** A side without any royal piece, or without any piece at all. */
  | { readonly kind: 'extinction'; readonly of: 'royal' | 'all'; readonly result: 'win' | 'loss' }
  /** A piece of this role on one of these squares; `reply`: black may answer white's arrival to tie. */
  | { readonly kind: 'reach'; readonly role: string; readonly squares: readonly string[]; readonly reply?: boolean }
  | { readonly kind: 'first-promotion' }
  | { readonly kind: 'checks-given'; readonly count: number }
  | { readonly kind: 'repetition' }
  | { readonly kind: 'move-count' }
  | { readonly kind: 'insufficient-material'; readonly model: MaterialModel };

/** What a side can still win by, which decides which material is too little (`canWin`). */
export type MaterialModel =
  /** By mating a king. */
  | 'mate'
  /** Any piece beside the royal one will do, as for checks that are counted. */
  | 'bare-royal'
  /** By mating a king, with pieces that never leave the game. */
  | 'mate-with-drops'
  /** By mating a king or blowing it up. */
  | 'explosion'
  /** By getting rid of its own pieces. */
  | 'giveaway'
  /** A side without a king by mating, the other by taking everything. */
  | 'mate-or-extinction';
