import type { Language } from '../language.js';
import type { Isolation } from './isolation.js';
import { type Budget, type FromProcess, type Job, type JobDone, MOST_WALL_TIMES } from './messages.js';
import type { IsolationName } from './port.js';
import { type SandboxProcess, startProcess } from './process.js';
import { residentBytes } from './resident-bytes.js';

/** A started interpreter. */
export type Worker = {
  readonly id: number;
  readonly language: Language;
  /** The id of its loaded program. */
  program: string | undefined;
  isBusy: boolean;
  /** It has run something other than a quick move, and has a low priority since then. */
  isLowPriority: boolean;
  /** The number of its last turn. */
  lastTurn: number;
};

export type ProcessSupervisor = {
  /** The workers of one language. */
  workers(language: Language): readonly Worker[];
  /** Whether the worker is gone although its process still runs. */
  hasLost(worker: Worker): boolean;
  /** Whether the last attempt to start an interpreter of the language failed. */
  isBroken(language: Language): boolean;
  /** Undefined if the process died meanwhile. */
  perform(worker: Worker, job: Job, budget: Budget): Promise<JobDone | undefined>;
  readonly isolation: IsolationName | undefined;
  readonly replaced: { readonly workers: number; readonly processes: number };
  close(): Promise<void>;
};

/**
 * A process that does not answer for this long beyond all limits is killed; its own limits end every call earlier, even
 * on a busy machine.
 */
const GRACE_MS = 60_000;
/**
 * When to replace an idle process whose memory has grown. Terminated threads leave memory behind that the process does
 * not free, so this applies only after workers were lost.
 */
export type RecyclePolicy = { readonly idleMs: number; readonly leastAgeMs: number; readonly growthBytes: number };
const RECYCLING: RecyclePolicy = { idleMs: 2000, leastAgeMs: 60_000, growthBytes: 100 * 1_048_576 };

const RESTART_MS = 200;
const RESTART_MOST_MS = 10_000;

/**
 * Keeps one sandbox process running and tracks its workers. `ready` is called for each new worker, `broken` for a
 * language whose interpreters do not start. Every job gets an answer, even if the process dies.
 */
export function superviseProcess(given: {
  readonly poolSizes: { readonly [language in Language]?: number };
  readonly isolations: readonly Isolation[];
  readonly log: (line: string) => void;
  readonly recycling?: RecyclePolicy | undefined;
  ready(): void;
  broken(language: Language): void;
}): ProcessSupervisor {
  const { poolSizes, log, recycling = RECYCLING } = given;
  const size = Object.values(poolSizes).reduce((sum, count) => sum + count, 0);
  const workers = new Map<number, Worker>();
  const answers = new Map<number, (done: JobDone | undefined) => void>();
  const broken = new Set<Language>();
  const replaced = { workers: 0, processes: 0 };
  let isolationsLeft = given.isolations;
  let child: SandboxProcess | undefined;
  let isClosed = false;
  let nextJob = 1;
  /** When the process started, its memory when all workers were ready, and the number of workers lost since. */
  let startedMs = 0;
  let initialBytes: number | undefined;
  let lost = 0;
  let idle: NodeJS.Timeout | undefined;

  function recycleLater(ms = recycling.idleMs): void {
    clearTimeout(idle);
    idle = setTimeout(recycleIfGrown, ms);
    idle.unref();
  }

  function recycleIfGrown(): void {
    if (child === undefined || initialBytes === undefined || lost === 0 || answers.size > 0) return;
    const ageMs = performance.now() - startedMs;
    if (ageMs < recycling.leastAgeMs) {
      recycleLater(recycling.leastAgeMs - ageMs);
      return;
    }
    const bytes = residentBytes(child.pid);
    if (bytes < initialBytes + recycling.growthBytes) return;
    log(
      `replacing the idle sandbox process: ${Math.round(bytes / 1e6)} MB, ${Math.round(initialBytes / 1e6)} MB after its start`,
    );
    // Further calls wait for the new process.
    workers.clear();
    child.kill();
  }

  async function keepAlive(): Promise<void> {
    let pauseMs = RESTART_MS;
    while (!isClosed) {
      const isolation = isolationsLeft[0]!;
      const started = await startProcess(isolation, { received, log });
      if (started === undefined) {
        // Try the next isolation; retry the last one with longer and longer pauses.
        if (isolationsLeft.length > 1) isolationsLeft = isolationsLeft.slice(1);
        else {
          log(`cannot start the sandbox process; trying again in ${pauseMs} ms`);
          await pause(pauseMs);
          pauseMs = Math.min(pauseMs * 2, RESTART_MOST_MS);
        }
        continue;
      }
      if (isClosed) {
        started.kill();
        return;
      }
      isolationsLeft = [isolation];
      child = started;
      log(`isolation of scripts: ${isolation.name}`);
      started.send({ kind: 'start', poolSizes });
      startedMs = performance.now();
      [initialBytes, lost] = [undefined, 0];
      await started.ended;
      child = undefined;
      clearTimeout(idle);
      workers.clear();
      for (const answer of [...answers.values()]) answer(undefined);
      if (isClosed) return;
      replaced.processes++;
      log('the sandbox process ended; starting a new one');
      pauseMs = performance.now() - startedMs > RESTART_MOST_MS ? RESTART_MS : Math.min(pauseMs * 2, RESTART_MOST_MS);
      await pause(pauseMs);
    }
  }

  function received(message: FromProcess): void {
    switch (message.kind) {
      case 'ready': {
        const { worker: id, language } = message;
        broken.delete(language);
        workers.set(id, { id, language, program: undefined, isBusy: false, isLowPriority: false, lastTurn: 0 });
        if (workers.size === size && child !== undefined) initialBytes ??= residentBytes(child.pid);
        given.ready();
        return;
      }
      case 'gone':
        replaced.workers++;
        lost++;
        workers.delete(message.worker);
        return;
      case 'done':
        answers.get(message.id)?.(message);
        return;
      case 'broken':
        log(`cannot start an interpreter for ${message.language}: ${message.message}`);
        broken.add(message.language);
        given.broken(message.language);
        return;
      case 'hello':
        return;
    }
  }

  const alive = keepAlive();
  return {
    workers: (language) => [...workers.values()].filter((worker) => worker.language === language),
    hasLost: (worker) => child !== undefined && !workers.has(worker.id),
    isBroken: (language) => broken.has(language),
    perform(worker, job, budget) {
      const id = nextJob++;
      if (job.do !== 'call') worker.program = undefined;
      return new Promise((resolve) => {
        const process = child;
        const grace = setTimeout(() => process?.kill(), budget.wallMs * MOST_WALL_TIMES + GRACE_MS);
        const answer = (done: JobDone | undefined): void => {
          clearTimeout(grace);
          answers.delete(id);
          if (answers.size === 0) recycleLater();
          resolve(done);
        };
        answers.set(id, answer);
        if (process === undefined || !workers.has(worker.id)) answer(undefined);
        else process.send({ kind: 'job', id, worker: worker.id, job, budget, isLowPriority: worker.isLowPriority });
      });
    },
    get isolation() {
      return child?.isolation.name;
    },
    replaced,
    async close() {
      isClosed = true;
      clearTimeout(idle);
      child?.kill();
      await alive;
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
