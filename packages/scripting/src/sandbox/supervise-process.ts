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
  /** True once the worker has run something other than a quick move; it has a low priority since then. */
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
 * When to replace a process whose memory has grown. Terminated threads leave memory behind that the process does not free, so
 * this applies only after workers were lost. A new process starts beside the old one and takes over when it is warm; the old
 * one ends with its last job.
 */
export type RecyclePolicy = { readonly calmMs: number; readonly leastAgeMs: number; readonly growthBytes: number };
const RECYCLING: RecyclePolicy = { calmMs: 5000, leastAgeMs: 60_000, growthBytes: 100 * 1_048_576 };
/** Growth of this many times the limit is recycled without waiting for calm. */
const TOO_MUCH = 5;
/** A new process that is not warm by then is killed. */
const WARM_UP_MS = 120_000;
const DRAIN_MS = 50;

const RESTART_MS = 200;
const RESTART_MOST_MS = 10_000;

/** A sandbox process, its workers and its unanswered jobs. */
type Running = {
  readonly child: SandboxProcess;
  readonly workers: Map<number, Worker>;
  readonly answers: Map<number, (done: JobDone | undefined) => void>;
  readonly startedMs: number;
  /** Its memory when all workers were ready. */
  initialBytes: number | undefined;
  isEnded: boolean;
};

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
  /** All that have not ended: the current one, one that warms up, and those that finish their last jobs. */
  const alive = new Set<Running>();
  const processOf = new WeakMap<Worker, Running>();
  const broken = new Set<Language>();
  const replaced = { workers: 0, processes: 0 };
  let isolationsLeft = given.isolations;
  let current: Running | undefined;
  let isClosed = false;
  let isReplacing = false;
  let nextJob = 1;
  let calm: NodeJS.Timeout | undefined;

  /** Undefined if the isolation does not work on this machine. */
  async function launch(isolation: Isolation): Promise<Running | undefined> {
    let running: Running | undefined;
    const child = await startProcess(isolation, { received: (message) => running && received(running, message), log });
    if (child === undefined) return undefined;
    const made: Running = {
      child,
      workers: new Map(),
      answers: new Map(),
      startedMs: performance.now(),
      initialBytes: undefined,
      isEnded: false,
    };
    running = made;
    alive.add(made);
    void child.ended.then(() => {
      made.isEnded = true;
      alive.delete(made);
      made.workers.clear();
      for (const answer of [...made.answers.values()]) answer(undefined);
    });
    if (isClosed) child.kill();
    else child.send({ kind: 'start', poolSizes });
    return made;
  }

  async function keepAlive(): Promise<void> {
    let pauseMs = RESTART_MS;
    while (!isClosed) {
      const isolation = isolationsLeft[0]!;
      const started = current ?? (await launch(isolation));
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
      if (current === undefined) {
        isolationsLeft = [isolation];
        current = started;
        log(`isolation of scripts: ${isolation.name}`);
        if (started.workers.size > 0) given.ready();
      } else if (current !== started) started.child.kill();
      const running = current;
      await running.child.ended;
      if (current !== running) continue;
      current = undefined;
      if (isClosed) return;
      replaced.processes++;
      log('the sandbox process ended; starting a new one');
      const ageMs = performance.now() - running.startedMs;
      pauseMs = ageMs > RESTART_MOST_MS ? RESTART_MS : Math.min(pauseMs * 2, RESTART_MOST_MS);
      await pause(pauseMs);
    }
  }

  function growthOf({ child, initialBytes }: Running): number {
    return initialBytes === undefined ? 0 : residentBytes(child.pid) - initialBytes;
  }

  /** Called after each lost worker. */
  function recycleLater(running: Running): void {
    clearTimeout(calm);
    const ageMs = performance.now() - running.startedMs;
    const isTooMuch = ageMs > recycling.leastAgeMs && growthOf(running) > TOO_MUCH * recycling.growthBytes;
    const waitMs = isTooMuch ? 0 : Math.max(recycling.calmMs, recycling.leastAgeMs - ageMs);
    calm = setTimeout(() => void recycle(running), waitMs);
    calm.unref();
  }

  async function recycle(old: Running): Promise<void> {
    const growth = growthOf(old);
    if (current !== old || isReplacing || growth < recycling.growthBytes) return;
    const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
    log(
      `replacing the sandbox process: ${megabytes(old.initialBytes! + growth)} MB, ${megabytes(old.initialBytes!)} MB after its start`,
    );
    isReplacing = true;
    const next = await launchWarm(old.child.isolation);
    isReplacing = false;
    if (next === undefined) return;
    if (current !== old || isClosed) {
      next.child.kill();
      return;
    }
    current = next;
    replaced.processes++;
    given.ready();
    // A worker may be leased for several jobs, with nothing to answer in between.
    while (!old.isEnded && [...old.workers.values()].some(({ isBusy }) => isBusy)) await pause(DRAIN_MS);
    old.child.kill();
  }

  /** A new process whose workers are all ready; undefined if that fails. */
  async function launchWarm(isolation: Isolation): Promise<Running | undefined> {
    const next = await launch(isolation);
    if (next === undefined) return undefined;
    const untilMs = performance.now() + WARM_UP_MS;
    while (next.initialBytes === undefined && !next.isEnded && performance.now() < untilMs) await pause(DRAIN_MS);
    if (next.initialBytes !== undefined && !next.isEnded) return next;
    next.child.kill();
    return undefined;
  }

  function received(running: Running, message: FromProcess): void {
    const { workers, answers, child } = running;
    switch (message.kind) {
      case 'ready': {
        const { worker: id, language } = message;
        broken.delete(language);
        const worker = { id, language, program: undefined, isBusy: false, isLowPriority: false, lastTurn: 0 };
        workers.set(id, worker);
        processOf.set(worker, running);
        if (workers.size === size) running.initialBytes ??= residentBytes(child.pid);
        if (running === current) given.ready();
        return;
      }
      case 'gone':
        replaced.workers++;
        workers.delete(message.worker);
        if (running === current) recycleLater(running);
        return;
      case 'done':
        answers.get(message.id)?.(message);
        return;
      case 'broken':
        log(`cannot start an interpreter for ${message.language}: ${message.message}`);
        if (running !== current) return;
        broken.add(message.language);
        given.broken(message.language);
        return;
      case 'hello':
        return;
    }
  }

  const kept = keepAlive();
  return {
    workers: (language) => [...(current?.workers.values() ?? [])].filter((worker) => worker.language === language),
    hasLost(worker) {
      const { isEnded, workers } = processOf.get(worker)!;
      return !isEnded && !workers.has(worker.id);
    },
    isBroken: (language) => broken.has(language),
    perform(worker, job, budget) {
      const id = nextJob++;
      if (job.do !== 'call') worker.program = undefined;
      const { child, workers, answers, isEnded } = processOf.get(worker)!;
      return new Promise((resolve) => {
        const grace = setTimeout(() => child.kill(), budget.wallMs * MOST_WALL_TIMES + GRACE_MS);
        const answer = (done: JobDone | undefined): void => {
          clearTimeout(grace);
          answers.delete(id);
          resolve(done);
        };
        answers.set(id, answer);
        if (isEnded || !workers.has(worker.id)) answer(undefined);
        else child.send({ kind: 'job', id, worker: worker.id, job, budget, isLowPriority: worker.isLowPriority });
      });
    },
    get isolation() {
      return current?.child.isolation.name;
    },
    replaced,
    async close() {
      isClosed = true;
      clearTimeout(calm);
      const ended = [...alive].map(({ child }) => child.ended);
      for (const { child } of alive) child.kill();
      await Promise.all([kept, ...ended]);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
