/** What one source, one answer and one game may measure. Sizes of text are in UTF-16 code units unless they say bytes. */
export const LIMITS = {
  sourceBytes: 1_048_576,
  /** The JSON of an answer as it leaves the interpreter. */
  answerLength: 2_097_152,
  /** The JSON of `additional_data`. */
  dataBytes: 1_048_576,
  /** Lists within lists in an answer. */
  depth: 100,
  moves: 4096,
  /** Side of a board, in squares. */
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
  /** What is kept of all answers of one game together, where the server is not set otherwise. */
  gameLength: 8_388_608,
} as const;

/** Plies after which a game is drawn where its script does not say otherwise (seed 003). */
export const USUAL_PLY_CAP = 200;
