export {
  formatAnnotations,
  type PgnAnnotations,
  type PgnCommand,
  type PgnEvaluation,
  parseAnnotations,
} from './annotations.js';
export {
  completeRoster,
  isNullMove,
  mainline,
  noteAt,
  PGN_RESULTS,
  type PgnGame,
  type PgnLine,
  type PgnNote,
  type PgnResult,
  type PgnStart,
  type PgnTag,
  pgnStartOf,
  tagValue,
} from './game.js';
export type { PgnReading } from './game-assembler.js';
export { DEFAULT_PGN_LIMITS, type PgnLimits } from './limits.js';
export { formatPgn, isPgnMove, parsePgn } from './pgn.js';
export type { PgnProblem, PgnRefusal } from './problem.js';
export { PgnReader, readPgn } from './reader.js';
export { isTagName } from './tag.js';
