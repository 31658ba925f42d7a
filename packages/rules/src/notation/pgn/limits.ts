/**
 * Limits for one game. A game over a limit is refused with the place where it exceeded it, and reading continues with
 * the next game. Lengths are in UTF-16 units.
 */
export type PgnLimits = {
  readonly maxTags: number;
  /** From `[` to `]`. */
  readonly maxTagLength: number;
  readonly maxCommentLength: number;
  /** Of a move, a number or a glyph. */
  readonly maxTokenLength: number;
  /** Nesting depth of variations. */
  readonly maxDepth: number;
  /** Moves, comments, glyphs and variations of the whole game together. */
  readonly maxItems: number;
  /** From the game's first tag or move to its last. */
  readonly maxGameLength: number;
};

/**
 * Enough for a whole opening repertoire in one game; a game within these limits takes some tens of megabytes at most.
 */
export const DEFAULT_PGN_LIMITS: PgnLimits = {
  maxTags: 256,
  maxTagLength: 8_192,
  maxCommentLength: 65_536,
  maxTokenLength: 255,
  maxDepth: 128,
  maxItems: 250_000,
  maxGameLength: 16_777_216,
};
