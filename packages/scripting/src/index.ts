export { type CheckQueue, checkQueue } from './check/check-queue.js';
export { checkScript, readSource, type Upload } from './check/check-script.js';
export { type CheckError, type CheckReport, formatReport, notTriedIn, type SelfPlay } from './check/report.js';
export type { SelfPlayLimits } from './check/self-play.js';
export { SHAPES } from './contract/glyph.js';
export { DEFAULT_PLY_CAP, LIMITS } from './contract/limits.js';
export type { Kind, ScriptCard, ScriptPiece, ScriptState, Status } from './contract/state.js';
export type { Engine, EngineError, EngineKind, Outcome } from './engines/engine.js';
export { python } from './engines/python/python.js';
export { FORMATS, FUNCTIONS, formatOfScript, LANGUAGES, type Language } from './language.js';
export type { CheckProgress, OnProgress } from './progress.js';
export type { ScriptPosition } from './referee/position.js';
export { type Script, scriptReferee, TRIES } from './referee/script-referee.js';
export { type FairTurns, fairTurns } from './sandbox/fair-turns.js';
export { BUDGETS, type Budgets, openSandbox, type SandboxOptions } from './sandbox/open-sandbox.js';
export { ownedBy } from './sandbox/owned-by.js';
export type {
  Call,
  IsolationName,
  JobOwner,
  JobResult,
  Owner,
  Program,
  Sandbox,
  SandboxStatus,
} from './sandbox/port.js';
export type { ScriptError } from './script-error.js';
export {
  evaluateTheories,
  type TheoryAnswers,
  type TheoryDraft,
  type TheoryLimits,
} from './theories/evaluate-theories.js';
export { type MadeRuleset, makeRuleset } from './theories/make-ruleset.js';
