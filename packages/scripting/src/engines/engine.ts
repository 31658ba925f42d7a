import type { EngineErrorCode, EngineFacts, ScriptError } from '../script-error.js';
import type { Seed } from './chance.js';

/** An error inside an engine. After a `fatal` one the interpreter must be replaced. */
export interface EngineError extends ScriptError {
  readonly code: EngineErrorCode;
  readonly facts?: EngineFacts;
  readonly fatal: boolean;
}

/** The result of one operation of an interpreter, with what the script printed meanwhile (bounded). */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly printed: string }
  | { readonly ok: false; readonly error: EngineError; readonly printed: string };

/**
 * Charges CPU time to the script, which has a budget, or to the server, which passes arguments in, writes the answer
 * and cleans up. Every call starts and ends charged to the server.
 */
export interface Account {
  script(): void;
  server(): void;
}

export const NO_ACCOUNT: Account = { script() {}, server() {} };

/**
 * One isolated interpreter in one worker thread, for one language. All methods are synchronous and none watches the
 * clock; the parent terminates the thread when it exceeds its budget.
 */
export interface Engine {
  /** Checks the syntax of a source and compiles it to a program that every engine of this language can load. */
  compile(source: string): Outcome<Uint8Array>;
  /**
   * Loads a program in place of the previous one, and takes a snapshot of the interpreter's memory. It may play a few
   * moves to warm up. With `isCold` it runs only the code outside the script's functions.
   */
  load(program: Uint8Array, isCold?: boolean): Outcome<readonly string[]>;
  /**
   * Calls a function of the loaded script with a JSON array of arguments and returns the JSON of its answer. Each call
   * starts from the snapshot that `load` took. `seed` determines every random number and every clock reading; an answer
   * must not reveal the others. The engine tells `account` when script code starts and when none can run any more. With
   * `isStrict` it refuses answers that JSON cannot represent.
   */
  call(name: string, args: string, seed: Seed, account?: Account, isStrict?: boolean): Outcome<string>;
  /**
   * Repeats a call that ran out of time, and stops it when `isOver` returns true or after about as many steps. The
   * error holds the line and what was printed. Code that never checks `isOver` is not stopped.
   */
  locate(name: string, args: string, seed: Seed, isOver: () => boolean): Outcome<string>;
  /** The memory that the interpreter holds. It never shrinks, so the pool replaces interpreters that grew. */
  memoryBytes?(): number;
}

/** Creates the engines of a language: `prepare` once per process, then `open` once per worker. */
export interface EngineKind<Shared> {
  /**
   * Reads and compiles what all engines share (modules, a snapshot after start-up). The result can be posted to a
   * worker.
   */
  prepare(): Promise<Shared>;
  open(shared: Shared): Promise<Engine>;
}
