export {
  boardAfter,
  boardFileOf,
  type CasePiece,
  type CaseStep,
  type Cell,
  type RecordedCase,
  type RecordedGame,
  type RecordedPly,
  recordedCases,
  recordedGames,
  writeOperation,
} from './recorded-fragments.js';
