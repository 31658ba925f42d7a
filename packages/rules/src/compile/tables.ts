import type { Geometry } from '../geometry.js';
import type { Effect, Ruleset } from '../ruleset.js';
import type { EndingFlags } from './ending-flags.js';

/** A compiled ruleset: immutable numbers that all positions share. */
export type Tables = Geometry & {
  readonly ruleset: Ruleset;
  /** Number of squares. */
  readonly size: number;
  /** 32-bit words that hold one bit per square, at least two. */
  readonly words: number;
  readonly roles: readonly string[];
  readonly letters: readonly string[];
  /** FEN letters: capitals for white. */
  readonly lettersOfCodes: readonly string[];
  /** `lettersOfCodes` as character codes. */
  readonly charactersOfCodes: Uint8Array;
  /** Piece codes run from 2 to codes - 1. */
  readonly codes: number;
  readonly isRoyal: Uint8Array;
  readonly isPawn: Uint8Array;
  /** `isPawn` as bits: codes 0–31 here, codes from 32 on in `pawnCodesHigh`. */
  readonly pawnCodes: number;
  readonly pawnCodesHigh: number;
  readonly program: Uint16Array;
  /** Where the program of a code on a square begins, at index code * size + square. */
  readonly programAt: Int32Array;
  readonly attacks: AttackTables;
  /** For code * size + target: 0 never promotes, 1 must, 2 may. */
  readonly promotes: Uint8Array;
  /** Per role: the roles it may promote to. */
  readonly promotesTo: readonly Uint8Array[];
  readonly promotesOnlyToCaptured: boolean;
  /** For colour * size + passed square: where the piece that made the double step stands; -1 if none can. */
  readonly passedBy: Int16Array;
  /** For colour * size + passed square: [code, origin] pairs of that colour that may capture en passant there. */
  readonly enPassantCapturers: readonly Uint16Array[];
  /** Castling by colour * 2 + side (king 0, queen 1); null where the ruleset has none. */
  readonly castles: readonly (CastleWay | null)[];
  /** For colour * roles + role: squares it may be dropped on (size long, 1 = yes), or null. */
  readonly drops: readonly (Uint8Array | null)[];
  readonly hasDrops: boolean;
  /** Squares that explode with a capture on a square; null in rulesets without explosions. */
  readonly blast: readonly Uint8Array[] | null;
  readonly blastSpares: Uint8Array;
  readonly keepsPockets: boolean;
  readonly countsChecks: number;
  readonly noSelfCheck: boolean;
  readonly noCheck: boolean;
  readonly mustCapture: boolean;
  readonly tracksUnmoved: boolean;
  /** True if checks and pins follow from the lines through the royal piece. */
  readonly readsPins: boolean;
  /** True if some piece has two movements to one square, so that the program may produce a move twice. */
  readonly overlaps: boolean;
  /** Bitboards for boards of up to 64 squares whose movements have no conditions; null elsewhere. */
  readonly bitboards: BitboardTables | null;
  /** True if moves change only pieces, castling rights and en passant, and none creates a royal piece. */
  readonly playsPlainly: boolean;
  /** True if the game can end while legal moves are left, so that the move generator must check for it. */
  readonly hasEarlyEnd: boolean;
  readonly endingFlags: EndingFlags;
  /** Per role: its kind in the test for sufficient material (`piece-kinds.ts`). */
  readonly kinds: Uint8Array;
  readonly startCounts: Uint8Array;
  /** An upper bound on the number of moves in one position. */
  readonly maxMoves: number;
  readonly keys: Keys;
  /** The same array as `keys.piece`, one property access closer. */
  readonly pieceKeys: Int32Array;
  readonly promotions: readonly Extract<Effect, { kind: 'promote' }>[];
};

export type CastleWay = {
  readonly role: number;
  readonly partner: number;
  readonly rank: number;
  readonly to: number;
  readonly partnerTo: number;
};

/**
 * The attackers of a square, indexed by that square. Along a line, a piece at distance d attacks if its reach is at least d.
 * Leaps and irregular attacks (with conditions or from a table) are listed one by one.
 */
export type AttackTables = {
  readonly lines: number;
  /** Per square, for each line: length, then its squares outwards. */
  readonly lineSquares: Uint16Array;
  readonly lineAt: Int32Array;
  /** Reach at index (colour * lines + line) * codes + code. */
  readonly reach: Uint8Array;
  readonly leapGroups: number;
  /** Per square, for each group of leaps: length, then the origins. */
  readonly leapOrigins: Uint16Array;
  readonly leapAt: Int32Array;
  /** At index (colour * leapGroups + group) * codes + code: 1 if that piece attacks by that leap. */
  readonly leaps: Uint8Array;
  /**
   * Per square: code, origin, 1 if only unmoved, path length, path …, closed by code 0. Empty if no attack is
   * irregular.
   */
  readonly irregularAttacks: Uint16Array;
  readonly irregularAt: Int32Array;
  /** For a * size + b: (line + 1) << 8 | distance of b from a, 0 if no line joins them. */
  readonly lineOf: Uint16Array;
};

/**
 * Movements as sets of squares in two 32-bit halves. Slides use magic numbers: multiply the occupied squares of a line
 * by one, and the top bits index the set of reachable squares. All data of a piece on a square lies in one array,
 * because each further array costs the generator more than its own work.
 */
export type BitboardTables = {
  /** Records of RECORD numbers at (code * size + square) * RECORD, then their lines, then the reachable sets. */
  readonly bits: Int32Array;
  /** The promotion zone of a code: low half at 2 * code, then the high half. */
  readonly zone: Int32Array;
  /** At index 2 * square: all squares from which any piece attacks it on an empty board. */
  readonly near: Int32Array;
  /** At index (a * size + b) * 4: the way by which b attacks a, the distance, the squares between (low, high). */
  readonly pairs: Int32Array;
  /** Number of ways: lines first, then leap groups. */
  readonly ways: number;
  /** At index (colour * ways + way) * codes + code: how far the piece attacks along that way. */
  readonly threats: Uint8Array;
};

/** Zobrist keys in two 32-bit halves: low at 2i, high at 2i + 1. */
export type Keys = {
  readonly piece: Int32Array;
  readonly rights: Int32Array;
  readonly passed: Int32Array;
  readonly pocket: Int32Array;
  readonly checks: Int32Array;
  readonly unmoved: Int32Array;
  readonly promoted: Int32Array;
};
