import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { json } from '@chessmith/std';
import { LANGUAGES, type Language, loadsSource, warmsUp } from '../language.js';
import { failed, LOST, OVERLOADED } from './failures.js';
import { isolations } from './isolation.js';
import type { Budget, Done, Job } from './messages.js';
import { openPool, type WaitingLimits, type WorkerLease } from './pool.js';
import type { Call, JobOwner, Program, Sandbox, ScriptFailure, Worked } from './port.js';

export type SandboxOptions = {
  /** Which languages are spoken; all that are built in without it. */
  readonly languages?: readonly Language[];
  /** Warm interpreters of each language, those at work included. */
  readonly workersPerLanguage?: number;
  /** How many scripts run at the same time. */
  readonly atOnce?: number;
  /** How many may wait, and how long. */
  readonly waiting?: WaitingLimits;
  readonly budgets?: Partial<Budgets>;
  /** Hears which fence stands and what went wrong inside. */
  readonly log?: (line: string) => void;
};

/**
 * What checking, loading and each call may use; seed 003 gave every call a tenth of a second. Handing arguments over and
 * writing answers down does not count.
 */
export type Budgets = {
  readonly compile: Budget;
  readonly load: Budget;
  readonly call: Budget;
  /** For a call that is made once more to see where it is. */
  readonly locate: Budget;
};

export const BUDGETS: Budgets = {
  compile: { cpuMs: 5000, wallMs: 30_000 },
  load: { cpuMs: 1500, wallMs: 15_000 },
  call: { cpuMs: 100, wallMs: 10_000 },
  locate: { cpuMs: 3000, wallMs: 15_000 },
};
const WAITING = { total: 1000, perAddress: 300, perLane: 100, longestMs: 30_000 };
/** After so many processes died under a script, it is not tried again for a while: it may have been beside the point. */
const STRIKES = 2;
const FORGIVEN_MS = 60_000;

/** Opens a sandbox; it warms up in the background, and what is asked meanwhile waits. */
export function openSandbox(options: SandboxOptions = {}): Sandbox {
  const { languages = LANGUAGES, log = () => {} } = options;
  const { atOnce = Math.max(1, availableParallelism()), workersPerLanguage = atOnce + 1 } = options;
  const budgets = { ...BUDGETS, ...options.budgets };
  const crews = Object.fromEntries(languages.map((language) => [language, workersPerLanguage]));
  const pool = openPool({ crews, atOnce, waiting: options.waiting ?? WAITING, fences: isolations(), log });
  const strikes = new Map<string, { readonly count: number; readonly lastMs: number }>();

  /** One deed of one interpreter, as its author is told about it. */
  async function perform<T>(
    language: Language,
    seat: WorkerLease,
    deed: Job,
    read: (value: string) => T,
  ): Promise<Worked<T>> {
    const budget = deed.do === 'load' && loadsSource(language) ? budgets.compile : budgets[deed.do];
    const done = await seat.perform(deed, budget);
    if (done === undefined) return failed(LOST);
    const { printed, cpuMs, scriptMs = cpuMs, value } = done;
    const used = { printed, cpuMs, scriptMs };
    if (value !== undefined) return { ok: true, value: read(value), ...used };
    return { ok: false, trouble: troubleOf(done, budget, deed), ...used };
  }

  /** Keeps count of the scripts under which the whole process died. */
  async function striking<T>(id: string, work: () => Promise<Worked<T>>): Promise<Worked<T>> {
    const past = strikes.get(id);
    const count = past === undefined || performance.now() - past.lastMs > FORGIVEN_MS ? 0 : past.count;
    if (count >= STRIKES) {
      const message = 'The sandbox broke down each time this script ran; it is not tried for a minute.';
      return failed({ code: 'script/engine-died', message });
    }
    const worked = await work();
    if (worked.ok) strikes.delete(id);
    else if (worked.trouble.code === 'sandbox/died') strikes.set(id, { count: count + 1, lastMs: performance.now() });
    return worked;
  }

  const prepare = async (language: Language, source: string, errand: JobOwner): Promise<Worked<Program>> => {
    const id = createHash('sha256').update(`${language}\n${source}`).digest('base64url');
    const make = (isCold: boolean): Promise<Worked<Program>> =>
      striking(id, () =>
        pool.seated(language, errand, undefined, async (seat) => {
          const compiled = await perform(language, seat, { do: 'compile', source }, (value) => value);
          if (!compiled.ok) return compiled;
          const loaded = await perform(language, seat, { do: 'load', program: compiled.value, isCold }, readNames);
          if (!loaded.ok) return loaded;
          seat.remember(id);
          const bytes = Buffer.from(compiled.value, 'base64');
          const program = { language, id, bytes, isCold, functions: loaded.value };
          return { ...loaded, value: program, cpuMs: compiled.cpuMs + loaded.cpuMs };
        }),
      );
    const made = await make(false);
    // Where a move does not end, its author is to hear of the move.
    return !made.ok && made.trouble.code === 'script/timeout' && warmsUp(language) ? make(true) : made;
  };

  const ask = (deedOf: (call: Call) => Job) => (program: Program, call: Call, errand: JobOwner) =>
    striking(program.id, () =>
      pool.seated(program.language, errand, program.id, async (seat) => {
        if (seat.program !== program.id) {
          const bytes = Buffer.from(program.bytes).toString('base64');
          const deed: Job = { do: 'load', program: bytes, isCold: program.isCold };
          const loaded = await perform(program.language, seat, deed, readNames);
          if (!loaded.ok) return loaded;
          seat.remember(program.id);
          seat.charge(loaded.cpuMs);
        }
        return perform(program.language, seat, deedOf(call), (value) => value);
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

/** The process may have been taken over, so what it says is read like anything from outside. */
function readNames(value: string): readonly string[] {
  const read = json.readJsonText(names, value);
  return read.ok ? read.value : [];
}

function troubleOf({ fault, killed }: Done, budget: Budget, deed: Job): ScriptFailure {
  if (fault !== undefined) {
    const { fatal: _, ...told } = fault;
    return told;
  }
  if (killed === 'cpu') {
    const what = deed.do === 'load' ? 'What stands outside of the functions' : 'The script';
    return { code: 'script/timeout', message: `${what} ran longer than ${budget.cpuMs / 1000} s and was stopped.` };
  }
  if (killed === 'server') {
    return { code: 'script/timeout', message: 'It took too long to write the answer down.' };
  }
  return killed === 'wall' ? OVERLOADED : LOST;
}
