import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { json } from '@chessmith/std';
import { LANGUAGES, type Language, loadsSource, warmsUp } from '../language.js';
import type { ScriptError } from '../script-error.js';
import { failed, LOST, OVERLOADED } from './failures.js';
import { isolations } from './isolation.js';
import type { Budget, Job, JobDone } from './messages.js';
import { openPool, type WaitingLimits, type WorkerLease } from './pool.js';
import type { Call, JobOwner, JobResult, Program, Sandbox } from './port.js';

export type SandboxOptions = {
  /** The supported languages; by default all. */
  readonly languages?: readonly Language[];
  /** Workers per language, busy ones included. */
  readonly workersPerLanguage?: number;
  /** How many scripts run at the same time. */
  readonly atOnce?: number;
  /** How many jobs may wait, and how long. */
  readonly waiting?: WaitingLimits;
  readonly budgets?: Partial<Budgets>;
  /** Receives log lines about the isolation in use and about failures. */
  readonly log?: (line: string) => void;
};

/** The limits for compiling, loading and each call. Passing arguments in and writing answers does not count. */
export type Budgets = {
  readonly compile: Budget;
  readonly load: Budget;
  readonly call: Budget;
  /** For a call that is repeated to find its line. */
  readonly locate: Budget;
};

export const BUDGETS: Budgets = {
  compile: { cpuMs: 5000, wallMs: 30_000 },
  load: { cpuMs: 1500, wallMs: 15_000 },
  call: { cpuMs: 100, wallMs: 10_000 },
  locate: { cpuMs: 3000, wallMs: 15_000 },
};
const WAITING = { total: 1000, perAddress: 300, perLane: 100, longestMs: 30_000 };
/** After so many crashes of the process a script is suspended for a minute; the crashes may have had another cause. */
const MOST_CRASHES = 2;
const SUSPENDED_MS = 60_000;

/** Opens a sandbox. It starts its workers in the background, and calls wait for them. */
export function openSandbox(options: SandboxOptions = {}): Sandbox {
  const { languages = LANGUAGES, log = () => {} } = options;
  const { atOnce = Math.max(1, availableParallelism()), workersPerLanguage = atOnce + 1 } = options;
  const budgets = { ...BUDGETS, ...options.budgets };
  const poolSizes = Object.fromEntries(languages.map((language) => [language, workersPerLanguage]));
  const pool = openPool({ poolSizes, atOnce, waiting: options.waiting ?? WAITING, isolations: isolations(), log });
  const crashes = new Map<string, { readonly count: number; readonly lastMs: number }>();

  /** Runs one job on a leased worker. */
  async function perform<T>(
    language: Language,
    lease: WorkerLease,
    job: Job,
    read: (value: string) => T,
  ): Promise<JobResult<T>> {
    const budget = job.do === 'load' && loadsSource(language) ? budgets.compile : budgets[job.do];
    const done = await lease.perform(job, budget);
    if (done === undefined) return failed(LOST);
    const { printed, cpuMs, scriptMs = cpuMs, value } = done;
    const used = { printed, cpuMs, scriptMs };
    if (value !== undefined) return { ok: true, value: read(value), ...used };
    return { ok: false, error: errorOf(done, budget, job), ...used };
  }

  /** Counts the crashes of the whole process while a script ran. */
  async function countingCrashes<T>(id: string, work: () => Promise<JobResult<T>>): Promise<JobResult<T>> {
    const past = crashes.get(id);
    const count = past === undefined || performance.now() - past.lastMs > SUSPENDED_MS ? 0 : past.count;
    if (count >= MOST_CRASHES) {
      const message = 'The sandbox process crashed each time this script ran; it is suspended for a minute.';
      return failed({ code: 'script/engine-died', message });
    }
    const result = await work();
    if (result.ok) crashes.delete(id);
    else if (result.error.code === 'sandbox/died') crashes.set(id, { count: count + 1, lastMs: performance.now() });
    return result;
  }

  const prepare = async (language: Language, source: string, owner: JobOwner): Promise<JobResult<Program>> => {
    const id = createHash('sha256').update(`${language}\n${source}`).digest('base64url');
    const make = (isCold: boolean): Promise<JobResult<Program>> =>
      countingCrashes(id, () =>
        pool.withWorker(language, owner, undefined, async (lease) => {
          const compiled = await perform(language, lease, { do: 'compile', source }, (value) => value);
          if (!compiled.ok) return compiled;
          const loaded = await perform(language, lease, { do: 'load', program: compiled.value, isCold }, readNames);
          if (!loaded.ok) return loaded;
          lease.remember(id);
          const bytes = Buffer.from(compiled.value, 'base64');
          const program = { language, id, bytes, isCold, functions: loaded.value };
          return { ...loaded, value: program, cpuMs: compiled.cpuMs + loaded.cpuMs };
        }),
      );
    const made = await make(false);
    // A move of the warm-up may not end; without it, the check can name that move to the author.
    return !made.ok && made.error.code === 'script/timeout' && warmsUp(language) ? make(true) : made;
  };

  const ask = (jobOf: (call: Call) => Job) => (program: Program, call: Call, owner: JobOwner) =>
    countingCrashes(program.id, () =>
      pool.withWorker(program.language, owner, program.id, async (lease) => {
        if (lease.program !== program.id) {
          const bytes = Buffer.from(program.bytes).toString('base64');
          const job: Job = { do: 'load', program: bytes, isCold: program.isCold };
          const loaded = await perform(program.language, lease, job, readNames);
          if (!loaded.ok) return loaded;
          lease.remember(program.id);
          lease.charge(loaded.cpuMs);
        }
        return perform(program.language, lease, jobOf(call), (value) => value);
      }),
    );

  return {
    prepare,
    call: ask(({ name, args, seed, isStrict = false }) => ({ do: 'call', name, args, seed, isStrict })),
    locate: ask(({ name, args, seed }) => ({ do: 'locate', name, args, seed, afterMs: budgets.call.cpuMs })),
    status: pool.status,
    close: pool.close,
  };
}

const names = json.array(json.string({ maxLength: 200 }), { maxLength: 1000 });

/** The process may have been taken over, so its reply is validated. */
function readNames(value: string): readonly string[] {
  const read = json.readJsonText(names, value);
  return read.ok ? read.value : [];
}

function errorOf({ error, killed }: JobDone, budget: Budget, job: Job): ScriptError {
  if (error !== undefined) {
    const { fatal: _, ...rest } = error;
    return rest;
  }
  if (killed === 'cpu') {
    const what = job.do === 'load' ? 'The code outside the functions' : 'The script';
    const message = `${what} ran longer than ${budget.cpuMs / 1000} s and was stopped.`;
    return { code: 'script/timeout', message, facts: { limitMs: budget.cpuMs, job: job.do } };
  }
  if (killed === 'server') {
    return { code: 'script/timeout', message: 'Writing the answer as JSON took too long.' };
  }
  return killed === 'wall' ? OVERLOADED : LOST;
}
