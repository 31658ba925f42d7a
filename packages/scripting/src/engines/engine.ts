import type { Seed } from './chance.js';

/** What an interpreter can tell of a script. */
export const TOLD_FAULTS = [
  'script/syntax',
  'script/raised',
  'script/no-function',
  'script/not-json',
  'script/too-large',
  'script/out-of-memory',
  'script/out-of-stack',
] as const;

/** With what is seen from outside: it went against the seal, or it has ended. */
export const FAULTS = [...TOLD_FAULTS, 'script/forbidden', 'script/engine-died'] as const;

/** What went wrong in a script or with it; `fatal` means that the interpreter itself must be replaced. */
export interface Fault {
  readonly code: (typeof FAULTS)[number];
  /** One sentence for the author, at most 500 characters, without a path of the host. */
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  /** The script's own frames, innermost last, without a path of the host. */
  readonly traceback?: string;
  readonly fatal: boolean;
}

/** The end of one piece of work inside an interpreter, with what the script printed meanwhile (bounded). */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly printed: string }
  | { readonly ok: false; readonly fault: Fault; readonly printed: string };

/**
 * Whose doing the time is that passes from here on: the script's, which has a budget of its own, or the server's, which
 * hands arguments over, writes the answer down and tidies up. A call begins and ends with the server.
 */
export interface Account {
  script(): void;
  server(): void;
}

export const NO_ACCOUNT: Account = { script() {}, server() {} };

/**
 * One sealed interpreter in one worker thread, for one language.
 * Everything is synchronous, and nothing here watches a clock: what takes too long is killed from outside.
 */
export interface Engine {
  /** Checks the syntax of a source and compiles it to something that every engine of this language can load. */
  compile(source: string): Outcome<Uint8Array>;
  /**
   * Loads a compiled script in place of the one before, and remembers the interpreter's state as it is then. It may play a
   * few moves to warm up, unless it is to stay cold: then only what stands outside the script's functions is run.
   */
  load(program: Uint8Array, isCold?: boolean): Outcome<readonly string[]>;
  /**
   * Calls a function of the loaded script with a JSON array of arguments and gives the JSON of its answer.
   * Each call starts from the state remembered by `load`; `seed` fixes every random number and clock it can see. What a
   * call shows of them must not let anybody compute the others.
   * `account` hears when the script's code begins to run, and when no code of the script can run any more. With `isStrict`,
   * an answer is refused of which a language's own JSON would silently forget something.
   */
  call(name: string, args: string, seed: Seed, account?: Account, isStrict?: boolean): Outcome<string>;
  /**
   * Makes a call that does not come to its end once more, and stops it when `isOver` says so or after as many steps as
   * take about as long: its fault says where the script was then, and what it had printed. What never asks is not stopped.
   */
  locate(name: string, args: string, seed: Seed, isOver: () => boolean): Outcome<string>;
  /** What the interpreter holds of the machine's memory; it never gives any back, so one that grew is replaced. */
  memoryBytes?(): number;
}

/** How a language's engines are made: `prepare` once per process, then `open` once per worker. */
export interface EngineKind<Shared> {
  /** Reads and compiles what all engines share (modules, a snapshot after start-up): can be posted to a worker. */
  prepare(): Promise<Shared>;
  open(shared: Shared): Promise<Engine>;
}
