import type { Geometry } from '../geometry.js';
import type { Effect, Ruleset } from '../ruleset.js';
import type { Ends } from './ends.js';

/** A ruleset turned into numbers; never changed after compilation and shared by all positions. */
export type Tables = Geometry & {
  readonly ruleset: Ruleset;
  /** Number of squares. */
  readonly size: number;
  /** 32-bit words that hold one bit per square, at least two. */
  readonly words: number;
  readonly roles: readonly string[];
  readonly letters: readonly string[];
  /** As in a FEN: capitals for white. */
  readonly lettersOfCodes: readonly string[];
  /** The same as character codes. */
  readonly charactersOfCodes: Uint8Array;
  /** Piece codes run from 2 to codes - 1. */
  readonly codes: number;
  readonly isRoyal: Uint8Array;
  readonly isPawn: Uint8Array;
  /** The same as bits by code, codes from 32 on in the second. */
  readonly pawnCodes: number;
  readonly pawnCodesHigh: number;
  readonly tape: Uint16Array;
  /** Where the tape of a code on a square begins: code * size + square. */
  readonly tapeAt: Int32Array;
  readonly attacks: AttackTables;
  /** For code * size + target: 0 never promotes, 1 must, 2 may. */
  readonly promotes: Uint8Array;
  /** Role numbers a role may become. */
  readonly promotesTo: readonly Uint8Array[];
  readonly promotesOnlyToCaptured: boolean;
  /** For colour * size + square passed: where the piece that passed it stands; -1 if nothing passes there. */
  readonly passedBy: Int16Array;
  /** For colour * size + square passed: [code, origin] pairs of that colour which may capture there. */
  readonly passCatchers: readonly Uint16Array[];
  /** Castling ways, at index colour * 2 + side (king 0, queen 1); null where there is none. */
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
  /** True when checks and pins can be read off the lines through the royal piece. */
  readonly readsPins: boolean;
  /** True when some piece has two movements to one square, so that the tape may name a move twice. */
  readonly overlaps: boolean;
  /** Bit tables for boards of up to 64 squares whose movements are all plain; null elsewhere. */
  readonly small: BitboardTables | null;
  /** True when a move changes nothing but pieces, rights and en passant, and no royal piece is made. */
  readonly playsPlainly: boolean;
  /** True when some ending can come with legal moves left, so that generation must ask for it. */
  readonly hasEarlyEnd: boolean;
  readonly ends: Ends;
  /** By role: what it counts as when material is weighed. */
  readonly kinds: Uint8Array;
  readonly startCounts: Uint8Array;
  /** An upper bound of the moves of one position. */
  readonly maxMoves: number;
  readonly keys: Keys;
  /** `keys.piece`, close at hand. */
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
 * Who attacks a square, seen from that square: along lines (a piece at distance d attacks if its reach along that line
 * is at least d), by leaps, and by irregular ways that are spelled out one by one.
 */
export type AttackTables = {
  readonly lines: number;
  /** Per square, for each line: length, squares outwards. */
  readonly lineTape: Uint16Array;
  readonly lineAt: Int32Array;
  /** (colour * lines + line) * codes + code. */
  readonly reach: Uint8Array;
  readonly leapGroups: number;
  /** Per square, for each group: length, origins. */
  readonly leapTape: Uint16Array;
  readonly leapAt: Int32Array;
  /** (colour * leapGroups + group) * codes + code: 1 if it attacks by that leap. */
  readonly leaps: Uint8Array;
  /** Per square: code, origin, 1 if only unmoved, path length, path …, closed by code 0; empty without irregular ways. */
  readonly oddTape: Uint16Array;
  readonly oddAt: Int32Array;
  /** For a * size + b: (line + 1) << 8 | distance of b from a, 0 if no line joins them. */
  readonly lineOf: Uint16Array;
};

/**
 * Movements as sets of squares in two 32-bit halves. What slides is looked up by the occupied squares of a line:
 * multiply them with a magic number, and the top bits are the index of the answer. Everything a piece on a square
 * needs lies together in one array, because each further array costs the generator more than the work it does.
 */
export type BitboardTables = {
  /** Records of RECORD numbers at (code * size + square) * RECORD, then the lines they point to, then the answers. */
  readonly bits: Int32Array;
  /** The promotion zone of a code, low at 2 * code, high after it. */
  readonly zone: Int32Array;
  /** For 2 * square: all squares from which any piece could attack it on an empty board. */
  readonly near: Int32Array;
  /** For (a * size + b) * 4: the way by which b attacks a, its distance, the squares between (low, high). */
  readonly pairs: Int32Array;
  /** Lines and then leap groups. */
  readonly ways: number;
  /** (colour * ways + way) * codes + code: how far the piece attacks along that way. */
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
