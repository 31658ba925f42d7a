import { assertNever } from '@chessmith/std';
import { LANGUAGES, type Language } from '../language.js';
import { BUSY, CLOSED, failed, missing } from './failures.js';
import { fairQueue } from './fair-queue.js';
import type { Isolation } from './isolation.js';
import { type GivingBack, keepProcess, type Worker } from './keep-process.js';
import type { Budget, Done, Job } from './messages.js';
import type { JobOwner, SandboxStatus, ScriptFailure, Worked } from './port.js';
import { type Pace, slowLanes } from './slow-lanes.js';

/** An interpreter that was given to somebody for a while. */
export type WorkerLease = {
  /** Which program it has loaded. */
  readonly program: string | undefined;
  /** Undefined when the process died meanwhile. */
  perform(deed: Job, budget: Budget): Promise<Done | undefined>;
  remember(program: string): void;
  /** Charges its lane with what was done before the work itself, which is not judged. */
  charge(ms: number): void;
};

export type Pool = {
  /** Waits for an interpreter, lends it for the work, and takes it back. One that has the program loaded is preferred. */
  seated<T>(
    language: Language,
    errand: JobOwner,
    program: string | undefined,
    work: (seat: WorkerLease) => Promise<Worked<T>>,
  ): Promise<Worked<T>>;
  status(): SandboxStatus;
  close(): Promise<void>;
};

/** An interpreter that was given to one who waited, and the kind of place that it takes. */
type Turn = { readonly place: Waiting; readonly hand: Worker; takes: keyof Running };
/** How many turns take a usual place, are slow and therefore apart, or have given their place up because they took long. */
type Running = { play: number; check: number; apart: number; overdue: number };
type Waiting = {
  readonly path: readonly string[];
  readonly errand: JobOwner;
  readonly language: Language;
  readonly program: string | undefined;
  grant(turn: Turn): void;
  refuse(trouble: ScriptFailure): void;
};

export type WaitingLimits = {
  readonly total: number;
  readonly perLane: number;
  /** Of all scripts from one address; as many as in total without it. */
  readonly perAddress?: number;
  readonly longestMs: number;
};

/** What counts as used at every turn, and where it cost an interpreter. */
const LEAST_MS = 0.1;
const REPLACEMENT_MS = 100;
/** So long on the clock a move keeps its place: most take a tenth of that. */
const OVERDUE_MS = 200;

/** Shares the interpreters of one sandbox process out, fairly among lanes. Everybody gets an answer. */
export function openPool(given: {
  readonly crews: { readonly [language in Language]?: number };
  readonly atOnce: number;
  readonly waiting: WaitingLimits;
  readonly fences: readonly Isolation[];
  readonly log: (line: string) => void;
  readonly givingBack?: GivingBack;
}): Pool {
  const { crews, atOnce, waiting, fences, log } = given;
  const { total, perLane, perAddress = total } = waiting;
  const limits = { total, each: [perAddress, perAddress, perLane] };
  const queues = { play: fairQueue<Waiting>(limits), check: fairQueue<Waiting>(limits) };
  const slow = slowLanes(() => performance.now());
  const running: Running = { play: 0, check: 0, apart: 0, overdue: 0 };
  let turns = 0;
  let resting: NodeJS.Timeout | undefined;
  let isClosed = false;
  const process = keepProcess({
    crews,
    fences,
    log,
    givingBack: given.givingBack,
    ready() {
      slow.replaced();
      shareOut();
    },
    broken: (broken) => turnAway(missing(broken), ({ language }) => language === broken),
  });

  function turnAway(trouble: ScriptFailure, whom?: (place: Waiting) => boolean): void {
    for (const queue of Object.values(queues)) {
      for (let one = queue.next(whom); one !== undefined; one = queue.next(whom)) {
        queue.done(one, 0);
        one.refuse(trouble);
      }
    }
  }

  function shareOut(): void {
    for (const kind of ['play', 'check'] as const) {
      for (;;) {
        const next = queues[kind].next(mayRun);
        if (next === undefined) break;
        const pace = paceOf(next);
        const takes = pace === 'slow' || pace === 'harmful' ? 'apart' : kind;
        running[takes]++;
        const hand = freeHand(next, pace === 'quick')!;
        hand.isSpare ||= pace !== 'quick';
        hand.lastTurn = ++turns;
        next.grant({ place: next, hand, takes });
      }
    }
  }

  /** A move that takes long gives its place to others, who would have to wait for the end of an endless loop. */
  function giveUpPlace(turn: Turn): void {
    if (turn.takes !== 'play') return;
    running.play--;
    running.overdue++;
    turn.takes = 'overdue';
    shareOut();
  }

  /** To prepare a program for a game takes as long as a slow move. */
  function paceOf({ errand, program }: Waiting): Pace | 'check' {
    if (errand.kind === 'check') return 'check';
    const pace = slow.paceOf(errand);
    return pace === 'quick' && program === undefined ? 'slow' : pace;
  }

  /**
   * A check runs while a place is free, and moves do not count it: none waits for it. Slow moves have a place apart,
   * one at a time; those of lanes that cost an interpreter also rest in between.
   */
  function mayRun(place: Waiting): boolean {
    const { language } = place;
    const pace = paceOf(place);
    if (freeHand(place, pace === 'quick') === undefined) return false;
    switch (pace) {
      case 'quick':
        return running.play < atOnce;
      case 'check':
        return running.play + running.check < atOnce && hasSpare(language);
      case 'slow':
        return running.apart === 0 && hasSpare(language);
      case 'harmful':
        return running.apart === 0 && hasSpare(language) && isRested();
      default:
        return assertNever(pace);
    }
  }

  /** Whether quick moves keep as many interpreters as there are places, also while a lost one is being replaced. */
  function hasSpare(language: Language): boolean {
    const hands = process.hands(language);
    const taken = hands.filter(({ isBusy, isSpare }) => isBusy && isSpare).length;
    return hands.length - taken > Math.min(atOnce, crews[language]! - 1);
  }

  function isRested(): boolean {
    const restMs = slow.restMs();
    if (restMs > 0) {
      resting ??= setTimeout(() => {
        resting = undefined;
        shareOut();
      }, restMs);
    }
    return restMs === 0;
  }

  /**
   * Spare interpreters, which run at a low priority, are for what is not quick: first of these, and last for quick moves. Among equals
   * one that has the program, then one that has none, then the one that has been idle for longest.
   */
  function freeHand({ language, program }: Waiting, isQuick: boolean): Worker | undefined {
    const rankOf = (hand: Worker): number =>
      (hand.isSpare === isQuick ? 2 : 0) + (hand.program === program ? 0 : hand.program === undefined ? 0.5 : 1);
    return process
      .hands(language)
      .filter((hand) => !hand.isBusy)
      .sort((one, other) => rankOf(one) - rankOf(other) || one.lastTurn - other.lastTurn)[0];
  }

  function acquire(language: Language, errand: JobOwner, program: string | undefined): Promise<Turn | ScriptFailure> {
    return new Promise((resolve) => {
      const place: Waiting = {
        path: pathOf(errand),
        errand,
        language,
        program,
        grant(turn) {
          clearTimeout(patience);
          turn.hand.isBusy = true;
          resolve(turn);
        },
        refuse(trouble) {
          clearTimeout(patience);
          queues[errand.kind].leave(place);
          resolve(trouble);
        },
      };
      const patience = setTimeout(() => place.refuse(BUSY), waiting.longestMs);
      if (queues[errand.kind].enter(place)) shareOut();
      else place.refuse(BUSY);
    });
  }

  const seatOf = (hand: Worker, charge: WorkerLease['charge']): WorkerLease => ({
    get program() {
      return hand.program;
    },
    remember(program) {
      hand.program = program;
    },
    charge,
    perform: (deed, budget) => process.perform(hand, deed, budget),
  });

  return {
    async seated(language, errand, program, work) {
      if (isClosed) return failed(CLOSED);
      if (crews[language] === undefined || process.isBroken(language)) {
        return failed(missing(language));
      }
      const turn = await acquire(language, errand, program);
      if ('code' in turn) return failed(turn);
      const { place, hand } = turn;
      const patience = setTimeout(() => giveUpPlace(turn), OVERDUE_MS);
      const beganMs = performance.now();
      let usedMs = LEAST_MS;
      let judgedMs = 0;
      try {
        const worked = await work(
          seatOf(hand, (ms) => {
            usedMs += ms;
          }),
        );
        usedMs += worked.cpuMs;
        // Preparing takes long for honest scripts too, and happens once.
        if (program !== undefined) judgedMs += worked.cpuMs;
        return isClosed && !worked.ok ? failed(CLOSED) : worked;
      } finally {
        // Where all interpreters are gone, it may have been anybody's fault.
        const hasLost = process.hasLost(hand);
        hand.isBusy = false;
        clearTimeout(patience);
        running[turn.takes]--;
        if (errand.kind === 'play') {
          slow.ended(errand, { beganMs, usedMs: judgedMs, hasLost });
        }
        queues[errand.kind].done(place, usedMs + (hasLost ? REPLACEMENT_MS : 0));
        shareOut();
      }
    },
    status: () => ({
      fence: process.fence,
      warm: Object.fromEntries(
        LANGUAGES.map((language) => [language, process.hands(language).length] as const).filter(
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
      clearTimeout(resting);
      turnAway(CLOSED);
      await process.close();
    },
  };
}

const pathOf = ({ address, author, lane }: JobOwner): readonly string[] => [
  address ?? author ?? lane,
  author ?? lane,
  lane,
];
