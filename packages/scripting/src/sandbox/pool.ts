import { assertNever } from '@chessmith/std';
import { LANGUAGES, type Language } from '../language.js';
import type { ScriptError } from '../script-error.js';
import { busy, CLOSED, failed, missing } from './failures.js';
import { fairQueue } from './fair-queue.js';
import type { Isolation } from './isolation.js';
import type { Budget, Job, JobDone } from './messages.js';
import type { JobOwner, JobResult, SandboxStatus } from './port.js';
import { type Pace, slowLanes } from './slow-lanes.js';
import { type RecyclePolicy, superviseProcess, type Worker } from './supervise-process.js';

/** A worker that is lent out for one piece of work. */
export type WorkerLease = {
  /** The id of its loaded program. */
  readonly program: string | undefined;
  /** Undefined if the process died meanwhile. */
  perform(job: Job, budget: Budget): Promise<JobDone | undefined>;
  remember(program: string): void;
  /** Adds CPU time to the lane's usage that does not make it count as slow. */
  charge(ms: number): void;
};

export type Pool = {
  /** Waits for a worker, lends it to `work`, and takes it back. Workers that have the program loaded are preferred. */
  withWorker<T>(
    language: Language,
    owner: JobOwner,
    program: string | undefined,
    work: (lease: WorkerLease) => Promise<JobResult<T>>,
  ): Promise<JobResult<T>>;
  status(): SandboxStatus;
  close(): Promise<void>;
};

/** A worker lent to a waiting job, and the kind of slot it takes. */
type Turn = { readonly place: Waiting; readonly worker: Worker; slot: keyof Running };
/**
 * How many turns take a usual slot, run apart because they are slow, or have lost their slot because they took long.
 */
type Running = { play: number; check: number; apart: number; overdue: number };
type Waiting = {
  readonly path: readonly string[];
  readonly owner: JobOwner;
  readonly language: Language;
  readonly program: string | undefined;
  grant(turn: Turn): void;
  refuse(error: ScriptError): void;
};

export type WaitingLimits = {
  readonly total: number;
  readonly perLane: number;
  /** The limit for all scripts of one address; by default the total. */
  readonly perAddress?: number;
  readonly longestMs: number;
};

/** The least usage that a turn is charged, and what a lost worker adds. */
const LEAST_MS = 0.1;
const REPLACEMENT_MS = 100;
/** When to try again if too many jobs wait: moves take a tenth of a second at most. */
const RETRY_MS = 2000;
/** A move keeps its slot for this wall time; most moves take a tenth of it. */
const SLOT_MS = 200;

/** Leases the workers of one sandbox process, fairly among lanes. Every job gets an answer. */
export function openPool(given: {
  readonly poolSizes: { readonly [language in Language]?: number };
  readonly atOnce: number;
  readonly waiting: WaitingLimits;
  readonly isolations: readonly Isolation[];
  readonly log: (line: string) => void;
  readonly recycling?: RecyclePolicy;
}): Pool {
  const { poolSizes, atOnce, waiting, isolations, log } = given;
  const { total, perLane, perAddress = total } = waiting;
  const limits = { total, each: [perAddress, perAddress, perLane] };
  const queues = { play: fairQueue<Waiting>(limits), check: fairQueue<Waiting>(limits) };
  const slow = slowLanes(() => performance.now());
  const running: Running = { play: 0, check: 0, apart: 0, overdue: 0 };
  let turns = 0;
  let pauseTimer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const process = superviseProcess({
    poolSizes,
    isolations,
    log,
    recycling: given.recycling,
    ready() {
      slow.replaced();
      dispatch();
    },
    broken: (broken) => refuseWaiting(missing(broken), ({ language }) => language === broken),
  });

  function refuseWaiting(error: ScriptError, which?: (place: Waiting) => boolean): void {
    for (const queue of Object.values(queues)) {
      for (let one = queue.next(which); one !== undefined; one = queue.next(which)) {
        queue.done(one, 0);
        one.refuse(error);
      }
    }
  }

  function dispatch(): void {
    for (const kind of ['play', 'check'] as const) {
      for (;;) {
        const next = queues[kind].next(mayRun);
        if (next === undefined) break;
        const pace = paceOf(next);
        const slot = pace === 'slow' || pace === 'harmful' ? 'apart' : kind;
        running[slot]++;
        const worker = idleWorker(next, pace === 'quick')!;
        worker.isLowPriority ||= pace !== 'quick';
        worker.lastTurn = ++turns;
        next.grant({ place: next, worker, slot });
      }
    }
  }

  /** A move that takes long loses its slot, so that others do not wait for an endless loop. */
  function loseSlot(turn: Turn): void {
    if (turn.slot !== 'play') return;
    running.play--;
    running.overdue++;
    turn.slot = 'overdue';
    dispatch();
  }

  /** Preparing a program for a game takes as long as a slow move. */
  function paceOf({ owner, program }: Waiting): Pace | 'check' {
    if (owner.kind === 'check') return 'check';
    const pace = slow.paceOf(owner);
    return pace === 'quick' && program === undefined ? 'slow' : pace;
  }

  /**
   * A check runs only while a slot is free, and moves do not wait for it. Slow moves run apart, one at a time; those of
   * lanes that cost a worker also pause in between.
   */
  function mayRun(place: Waiting): boolean {
    const { language } = place;
    const pace = paceOf(place);
    if (idleWorker(place, pace === 'quick') === undefined) return false;
    switch (pace) {
      case 'quick':
        return running.play < atOnce;
      case 'check':
        return running.play + running.check < atOnce && hasSpareWorker(language);
      case 'slow':
        return running.apart === 0 && hasSpareWorker(language);
      case 'harmful':
        return running.apart === 0 && hasSpareWorker(language) && mayHarmfulRun();
      default:
        return assertNever(pace);
    }
  }

  /** Whether quick moves keep as many workers as there are slots, even while a lost one is being replaced. */
  function hasSpareWorker(language: Language): boolean {
    const workers = process.workers(language);
    const taken = workers.filter(({ isBusy, isLowPriority }) => isBusy && isLowPriority).length;
    return workers.length - taken > Math.min(atOnce, poolSizes[language]! - 1);
  }

  function mayHarmfulRun(): boolean {
    const pauseMs = slow.pauseMs();
    if (pauseMs > 0) {
      pauseTimer ??= setTimeout(() => {
        pauseTimer = undefined;
        dispatch();
      }, pauseMs);
    }
    return pauseMs === 0;
  }

  /**
   * Low-priority workers are the first choice for work that is not quick and the last for quick moves. Among equals:
   * one that has the program, then one that has none, then the one that has been idle longest.
   */
  function idleWorker({ language, program }: Waiting, isQuick: boolean): Worker | undefined {
    const rankOf = (worker: Worker): number =>
      (worker.isLowPriority === isQuick ? 2 : 0) +
      (worker.program === program ? 0 : worker.program === undefined ? 0.5 : 1);
    return process
      .workers(language)
      .filter((worker) => !worker.isBusy)
      .sort((one, other) => rankOf(one) - rankOf(other) || one.lastTurn - other.lastTurn)[0];
  }

  function acquire(language: Language, owner: JobOwner, program: string | undefined): Promise<Turn | ScriptError> {
    return new Promise((resolve) => {
      const place: Waiting = {
        path: pathOf(owner),
        owner,
        language,
        program,
        grant(turn) {
          clearTimeout(timeout);
          turn.worker.isBusy = true;
          resolve(turn);
        },
        refuse(error) {
          clearTimeout(timeout);
          queues[owner.kind].leave(place);
          resolve(error);
        },
      };
      const timeout = setTimeout(() => place.refuse(busy(RETRY_MS)), waiting.longestMs);
      if (queues[owner.kind].enter(place)) dispatch();
      else place.refuse(busy(RETRY_MS));
    });
  }

  const leaseOf = (worker: Worker, charge: WorkerLease['charge']): WorkerLease => ({
    get program() {
      return worker.program;
    },
    remember(program) {
      worker.program = program;
    },
    charge,
    perform: (job, budget) => process.perform(worker, job, budget),
  });

  return {
    async withWorker(language, owner, program, work) {
      if (isClosed) return failed(CLOSED);
      if (poolSizes[language] === undefined || process.isBroken(language)) {
        return failed(missing(language));
      }
      const turn = await acquire(language, owner, program);
      if ('code' in turn) return failed(turn);
      const { place, worker } = turn;
      const timeout = setTimeout(() => loseSlot(turn), SLOT_MS);
      const beganMs = performance.now();
      let usedMs = LEAST_MS;
      let judgedMs = 0;
      try {
        const result = await work(
          leaseOf(worker, (ms) => {
            usedMs += ms;
          }),
        );
        usedMs += result.cpuMs;
        // Compiling takes long for honest scripts too, and happens once.
        if (program !== undefined) judgedMs += result.cpuMs;
        return isClosed && !result.ok ? failed(CLOSED) : result;
      } finally {
        // If the whole process died, any of its scripts may have caused it.
        const hasLost = process.hasLost(worker);
        worker.isBusy = false;
        clearTimeout(timeout);
        running[turn.slot]--;
        if (owner.kind === 'play') {
          slow.ended(owner, { beganMs, usedMs: judgedMs, hasLost });
        }
        queues[owner.kind].done(place, usedMs + (hasLost ? REPLACEMENT_MS : 0));
        dispatch();
      }
    },
    status: () => ({
      isolation: process.isolation,
      warm: Object.fromEntries(
        LANGUAGES.map((language) => [language, process.workers(language).length] as const).filter(
          ([, count]) => count > 0,
        ),
      ),
      running: running.play + running.check + running.apart + running.overdue,
      waiting: queues.play.size + queues.check.size,
      replacedWorkers: process.replaced.workers,
      replacedProcesses: process.replaced.processes,
    }),
    async close() {
      isClosed = true;
      clearTimeout(pauseTimer);
      refuseWaiting(CLOSED);
      await process.close();
    },
  };
}

const pathOf = ({ address, author, lane }: JobOwner): readonly string[] => [
  address ?? author ?? lane,
  author ?? lane,
  lane,
];
