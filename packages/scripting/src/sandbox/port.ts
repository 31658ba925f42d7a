import type { Seed } from '../engines/chance.js';
import type { Language } from '../language.js';
import type { ScriptError } from '../script-error.js';

/** A compiled source that every interpreter of its language can load. */
export type Program = {
  readonly language: Language;
  /** A hash; equal for equal sources of one language. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Loading skips the warm-up, because one of its moves does not end. */
  readonly isCold: boolean;
  /** The functions of the contract that the script defines. */
  readonly functions: readonly string[];
};

/**
 * The owner of a job, and its priority. Addresses share the workers fairly, the authors of one address share its part,
 * and the lanes of one author share theirs; within a lane it is first come, first served.
 */
export type JobOwner = Owner & {
  /** A ruleset's name for moves, an author's id for checks. */
  readonly lane: string;
  /** Checks run only while no moves wait. */
  readonly kind: 'play' | 'check';
};

/** The author of a script, as far as known. */
export type Owner = {
  readonly author?: string;
  /** Where the script was uploaded from. */
  readonly address?: string | undefined;
};

export type Call = {
  readonly name: string;
  /** A JSON array. */
  readonly args: string;
  readonly seed: Seed;
  /**
   * Refuse answers that JSON cannot represent (NaN, dates). Checks are strict, so that the author learns of it; games
   * by scripts that were accepted earlier go on.
   */
  readonly isStrict?: boolean;
};

export type JobResult<T> = {
  readonly printed: string;
  /** All CPU time of the job. */
  readonly cpuMs: number;
  /** The script's own part of it, if known. */
  readonly scriptMs?: number;
} & ({ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ScriptError });

/**
 * Runs scripts of users in isolation. Games do not wait for each other's calls, no call sees anything of an earlier one
 * or exceeds its budget, and every call gets an answer, whatever happens to the interpreter.
 */
export interface Sandbox {
  /** Compiles a source, so that it can be called. */
  prepare(language: Language, source: string, owner: JobOwner): Promise<JobResult<Program>>;
  /** Calls a function; the value is the JSON of its answer. */
  call(program: Program, call: Call, owner: JobOwner): Promise<JobResult<string>>;
  /** Repeats a call that ran out of time, to find out where: the error has a line if that can be determined. */
  locate(program: Program, call: Call, owner: JobOwner): Promise<JobResult<string>>;
  status(): SandboxStatus;
  /** Answers pending calls with `sandbox/closed` and ends every process it started. */
  close(): Promise<void>;
}

export type SandboxStatus = {
  /** How the process is isolated from the machine; undefined until it has started. */
  readonly isolation: IsolationName | undefined;
  readonly warm: { readonly [language in Language]?: number };
  readonly running: number;
  readonly waiting: number;
  /** Workers and processes that were replaced so far. */
  readonly replacedWorkers: number;
  readonly replacedProcesses: number;
};

export const ISOLATIONS = ['bubblewrap', 'unprivileged user', 'same user'] as const;
export type IsolationName = (typeof ISOLATIONS)[number];
