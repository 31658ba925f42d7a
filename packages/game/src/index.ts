export { type AuditProblem, audit } from './audit.js';
export { stepsOf } from './check/pipelines.js';
export {
  type ClockFace,
  type Clocks,
  LAG_QUOTA_MS,
  LAG_REGAINED_MS,
  readClocks,
} from './clock/clocks.js';
export { type ClockSetting, clockProblem, NO_CLOCK } from './clock/setting.js';
export * from './codes.js';
export * from './commands.js';
export * from './configuration.js';
export { decide, decideAfterPrecheck, type Executed, execute, precheck, type RefereeRequest } from './decide/decide.js';
export type { DecisionInput } from './decide/decision-input.js';
export { END_CAUSES, type EndCause, type GameEnd, LONGEST_GAME } from './end.js';
export { evolve, evolveRuled, rulesetIn } from './evolve.js';
export * from './facts.js';
export { findMoves } from './find-moves.js';
export { fold } from './fold.js';
export {
  type Board,
  deadlineOf,
  type Game,
  isRunning,
  isWaiting,
  noGame,
  type Offers,
  type PlayedMove,
  type Promotion,
  type RunningGame,
  rematchConfiguration,
  SITUATIONS,
  type Situation,
  seatsOf,
} from './game.js';
export * from './ids.js';
export { type News, newsOf } from './news/news-of.js';
export { newsText } from './news/news-text.js';
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
  gameText,
  gameView,
  type MoveView,
  moveView,
  type PersonalView,
  personalText,
} from './view.js';
