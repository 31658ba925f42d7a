export type { Engine, EngineKind, Fault, Outcome } from './engines/engine.js';
