import type { Json } from '@chessmith/rules';
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
 * Why a script gave no answer. Codes that begin with `script/` are the script's fault, and a retry will most likely fail
 * again; `sandbox/` is the server's, and a retry may work.
 */
export interface ScriptError {
  readonly code:
    | EngineErrorCode
    | 'script/timeout'
    | 'sandbox/busy'
    | 'sandbox/overloaded'
    | 'sandbox/died'
    | 'sandbox/closed';
  /** One sentence for the author, at most 500 characters, without paths of the host. */
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  /** The values in the message; `detail` is text of the interpreter. */
  readonly facts?: { readonly [name: string]: Json };
  /** The script's own stack frames, innermost last, without paths of the host. */
  readonly traceback?: string;
}
