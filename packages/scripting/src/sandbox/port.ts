import type { Seed } from '../engines/chance.js';
import type { Fault } from '../engines/engine.js';
import type { Language } from '../language.js';

/** A source that was read without a mistake, in a form that every interpreter of its language can load. */
export type Program = {
  readonly language: Language;
  /** Equal for equal sources of one language. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** It is not run before it is called: a move of the few that warm an interpreter up does not end. */
  readonly isCold: boolean;
  /** Which of the contract's functions it has. */
  readonly functions: readonly string[];
};

/**
 * Whose work this is, and how much it hurries. Addresses share the interpreters fairly, the authors of one address
 * share its part, and the lanes of one author share theirs; within a lane the first comes first.
 */
export type JobOwner = Owner & {
  /** A ruleset's name for moves, an author's id for checks. */
  readonly lane: string;
  /** A check waits while anybody plays. */
  readonly kind: 'play' | 'check';
};

/** Who answers for a script, as far as that is known. */
export type Owner = {
  readonly author?: string;
  /** From where it was uploaded. */
  readonly address?: string | undefined;
};

export type Call = {
  readonly name: string;
  /** A JSON array. */
  readonly args: string;
  readonly seed: Seed;
  /**
   * Whether an answer is refused of which JSON would silently forget something. In a check its author is to hear of it;
   * a game by rules that were accepted before goes on.
   */
  readonly isStrict?: boolean;
};

/**
 * Why a piece of work was not done. Codes that begin with `script/` are about the script, which will most likely fail
 * again; `sandbox/` is about us, and the same may work in a moment.
 */
export type ScriptFailure = Omit<Fault, 'code' | 'fatal'> & {
  readonly code:
    | Fault['code']
    | 'script/timeout'
    | 'sandbox/busy'
    | 'sandbox/overloaded'
    | 'sandbox/died'
    | 'sandbox/closed';
};

export type Worked<T> = {
  readonly printed: string;
  /** All processor time that went into it. */
  readonly cpuMs: number;
  /** The part of it that the script itself used, where that is known. */
  readonly scriptMs?: number;
} & ({ readonly ok: true; readonly value: T } | { readonly ok: false; readonly trouble: ScriptFailure });

/**
 * A place where people's scripts run without reaching anything else. No call waits for another game's, keeps anything
 * from an earlier call, or takes longer than its budget; and every call is answered, whatever happens to the interpreter.
 */
export interface Sandbox {
  /** Checks a source and makes it ready to be called. */
  prepare(language: Language, source: string, errand: JobOwner): Promise<Worked<Program>>;
  /** Calls a function; the value is the JSON of its answer. */
  call(program: Program, call: Call, errand: JobOwner): Promise<Worked<string>>;
  /** Makes a call that ran out of time once more, to find out where: the trouble has a line if that can be told. */
  locate(program: Program, call: Call, errand: JobOwner): Promise<Worked<string>>;
  status(): SandboxStatus;
  /** Answers what is under way with `sandbox/closed` and ends every process it started. */
  close(): Promise<void>;
}

export type SandboxStatus = {
  /** How the process is kept from the machine; undefined until it has started. */
  readonly fence: IsolationName | undefined;
  readonly warm: { readonly [language in Language]?: number };
  readonly running: number;
  readonly waiting: number;
  /** Interpreters and processes that had to be replaced. */
  readonly replacedWorkers: number;
  readonly replacedProcesses: number;
};

export const ISOLATIONS = ['bubblewrap', 'unprivileged user', 'same user'] as const;
export type IsolationName = (typeof ISOLATIONS)[number];
