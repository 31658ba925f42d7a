import type { Refusal } from '@chessmith/rules';
import { json } from '@chessmith/std';

/** The error codes that an interpreter can report itself. */
export const INTERPRETER_ERROR_CODES = [
  'script/syntax',
  'script/raised',
  'script/no-function',
  'script/not-json',
  'script/too-large',
  'script/out-of-memory',
  'script/out-of-stack',
] as const;

/**
 * All codes of an engine: its interpreter's, and those that only the host detects: a forbidden access, or the loss of
 * the interpreter.
 */
export const ENGINE_ERROR_CODES = [...INTERPRETER_ERROR_CODES, 'script/forbidden', 'script/engine-died'] as const;
export type EngineErrorCode = (typeof ENGINE_ERROR_CODES)[number];

/** The facts of an engine's errors. They come from where the script ran, so every field is checked. */
export const engineFacts = json.object({
  function: json.optional(json.string({ maxLength: 200 })),
  detail: json.optional(json.string({ maxLength: 500 })),
  length: json.optional(json.integer({ min: 0 })),
  limit: json.optional(json.integer({ min: 0 })),
});
export type EngineFacts = json.JsonValueOf<typeof engineFacts>;

/**
 * Why a script or its check failed. Codes that begin with `script/` are the script's fault, and a retry will most
 * likely fail again; `sandbox/` is the server's, and a retry may work. The message is one sentence for the author, at
 * most 500 characters, without paths of the host. `facts` are the values in it; `detail` is text of the interpreter.
 */
export interface ScriptError extends Refusal {
  readonly line?: number;
  readonly column?: number;
  /** The script's own stack frames, innermost last, without paths of the host. */
  readonly traceback?: string;
  /** The step of the check that failed. */
  readonly during?: 'reading' | 'start' | 'self-play';
  /** The moves of the random game in which the error occurred. */
  readonly moves?: readonly string[];
}
