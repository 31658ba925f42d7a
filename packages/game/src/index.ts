export { type AuditProblem, audit } from './audit.js';
export { Board, type PlayedMove, type Reached } from './board.js';
export {
  type ClockReadings,
  type Clocks,
  LAG_QUOTA_MS,
  LAG_REGAINED_MS,
  readClocks,
} from './clock/clocks.js';
export { type ClockSetting, clockProblem, NO_CLOCK } from './clock/setting.js';
export * from './codes.js';
export * from './commands.js';
export * from './configuration.js';
export { type Decision, decide, type RefereeRequest } from './decide/decide.js';
export type { DecisionInput } from './decision-input.js';
export { DEFAULT_MAX_PLIES, END_CAUSES, type EndCause, type GameEnd } from './end.js';
export { evolve, rulesetIn } from './evolve.js';
export * from './facts.js';
export { findMoves } from './find-moves.js';
export { fold } from './fold.js';
export {
  deadlineOf,
  type Game,
  isRunning,
  isWaiting,
  noGame,
  type Offers,
  type PendingPromotion,
  type RunningGame,
  rematchConfiguration,
  SITUATIONS,
  type Situation,
  seatsOf,
} from './game.js';
export * from './ids.js';
export { type News, newsOf } from './news/news-of.js';
export * from './news/tree.js';
export { publicFact } from './public-fact.js';
export { publicView } from './public-view.js';
export { CHECK_NAMES, type CheckName, type GameRefusal } from './refusals.js';
export type { Sides } from './sides.js';
export * from './units.js';
export { readFact } from './upcast.js';
export {
  clocksAt,
  type GameView,
  gameView,
  type MoveView,
  moveView,
  type PersonalView,
  personalView,
  type TimelessView,
  timelessView,
  viewerKind,
} from './view.js';
