/**
 * How much one game may ask of its reader. What goes over is refused with the place where it began, and reading goes
 * on with the next game. Lengths are in UTF-16 units.
 */
export type PgnLimits = {
  readonly maxTags: number;
  /** From `[` to `]`. */
  readonly maxTagLength: number;
  readonly maxCommentLength: number;
  /** A move, a number or a glyph. */
  readonly maxTokenLength: number;
  /** Variations within variations. */
  readonly maxDepth: number;
  /** Moves, comments, glyphs and variations together, wherever they stand in the game. */
  readonly maxItems: number;
  /** From the game's first tag or move to its last. */
  readonly maxGameLength: number;
};

/** Room for a whole opening repertoire in one game; a game within them takes some tens of megabytes at most. */
export const DEFAULT_PGN_LIMITS: PgnLimits = {
  maxTags: 256,
  maxTagLength: 8_192,
  maxCommentLength: 65_536,
  maxTokenLength: 255,
  maxDepth: 128,
  maxItems: 250_000,
  maxGameLength: 16_777_216,
};
