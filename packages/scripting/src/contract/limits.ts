/**
 * Size limits of a source, an answer and a game. Lengths of text are in UTF-16 code units unless the name says bytes.
 */
export const LIMITS = {
  sourceBytes: 1_048_576,
  /** The JSON of an answer as it leaves the interpreter. */
  answerLength: 2_097_152,
  /** The JSON of `additional_data`. */
  dataBytes: 1_048_576,
  /** Nesting of lists and objects in an answer. */
  depth: 100,
  moves: 4096,
  /** The side of a board, in squares. */
  boardMin: 2,
  boardMax: 16,
  kinds: 26,
  highlights: 256,
  messageLength: 500,
  reasonLength: 200,
  nameLength: 60,
  descriptionLength: 2000,
  glyphLength: 4096,
  /** The extra fields of all pieces together, as JSON. */
  extrasLength: 65_536,
  plyCapMax: 2000,
  /** All stored answers of one game together; hosts can set another limit. */
  gameLength: 8_388_608,
} as const;

/** A game is drawn after this many plies unless its script sets `ply_cap`; version 1 fixed this number. */
export const DEFAULT_PLY_CAP = 200;
