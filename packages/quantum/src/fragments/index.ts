export { DEFAULT_BOARD, formatBoardFile, parseBoardFile } from './board-file.js';
export type { Board, Chessman, Fragment } from './chessman.js';
export { LETTERS as FRAGMENTS_LETTERS } from './chessman.js';
export {
  FIRST_TARGET,
  type FragmentsAnswer,
  type FragmentsQuestion,
  type FragmentsStep,
  type JudgedPiece,
  judgeFragments,
} from './judge.js';
export { logLines, soundOf, surrenderLines } from './log-lines.js';
export { type FragmentsMove, formatFragmentsMove, parseFragmentsMove, printFragmentsMove } from './move-notation.js';
export { OBJECTIONS, type Objection, ROLE_OBJECTIONS } from './objections.js';
export type { FragmentsPosition } from './position.js';
export { entangledWith, possibleMerges, possibleMoves, possibleSplits, sameChessman } from './questions.js';
export { randomMove } from './random-move.js';
export { type FragmentsOptions, type FragmentsReferee, fragmentsReferee } from './referee.js';
export { parseSquare as parseFragmentsSquare, printSquare, type Square as FragmentsSquare } from './square.js';
export { decodeProbability, encodeProbability } from './wire.js';
