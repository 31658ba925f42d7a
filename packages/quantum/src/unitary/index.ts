export {
  type Board as QuantumBoard,
  boardOf,
  classicalBoard,
  cloneBoard,
  DEFAULT_CAP,
  LARGEST_CAP,
  squaresOfKind,
} from './board.js';
export { COSTLY, costOf } from './cost.js';
export { type FiftyRule, outcomeOf, type Royal, royalsOf } from './endings.js';
export { mergeMoves, movesFrom, splitMoves, standardMoves } from './generate.js';
export { positionHash } from './hash.js';
export { legalMove } from './legal-move.js';
export {
  firstSquare,
  isCastle,
  isMerge,
  isSplit,
  type Move,
  type MoveList,
  MoveType,
  moveList,
  promotionOf,
  secondSquare,
  thirdSquare,
  typeOf,
  Variant,
  variantOf,
} from './move.js';
export { formatMove, parseMove, type WrittenMove } from './notation.js';
export {
  BYTES_PER_STATE,
  type PackedPosition,
  packPosition,
  sharePosition,
  unpackPosition,
} from './packed.js';
export { formatQuantumPgn, parseQuantumPgn, pgnResultOf, type WrittenGame } from './pgn.js';
export { type MergeOutlook, mergeOutlook, type RelativePhase, relativePhase } from './phase.js';
export { SIDES as QUANTUM_SIDES } from './piece.js';
export { FORCE_BLOCK, FORCE_PASS, PlayResult, playMove, successProbability } from './play.js';
export type { QuantumPosition } from './position.js';
export { boardsOf, countBoards, type Impact, impactOf, jointOf, type LikelyBoard, marginals } from './probability.js';
export { formatQfen, formatQfenSummary, parseQfen, START_FEN } from './qfen.js';
export { type QuantumOptions, type QuantumReferee, quantumReferee } from './referee.js';
export { quantumRules } from './search-rules.js';
export { parseSquare, squareName } from './square.js';
export {
  type Entangled,
  entangledSquares,
  type SquareReport,
  squareReport,
  squaresOfSameKind,
} from './square-report.js';
export { type UndoableBoard, undoableBoard } from './undoable-board.js';
