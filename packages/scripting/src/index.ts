export { SHAPES } from './contract/glyph.js';
export { LIMITS, USUAL_PLY_CAP } from './contract/limits.js';
export type { Kind, ScriptCard, ScriptPiece, ScriptState, Status } from './contract/state.js';
export type { Engine, EngineKind, Fault, Outcome } from './engines/engine.js';
export { FUNCTIONS, LANGUAGES, type Language, languageOfFile } from './language.js';
