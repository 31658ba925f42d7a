import { LANGUAGES, type Language } from '../language.js';
import { fairQueue } from './fair-queue.js';
import type { Fence } from './fence.js';
import { type Hand, keepProcess } from './keep-process.js';
import type { Budget, Deed, Done } from './messages.js';
import type { Errand, SandboxStatus, Trouble, Worked } from './port.js';
import { slowLanes } from './slow-lanes.js';
import { BUSY, CLOSED, failed, missing } from './troubles.js';

/** An interpreter that was given to somebody for a while. */
export type Seat = {
  /** Which program it has loaded. */
  readonly program: string | undefined;
  /** Undefined when the process died meanwhile. */
  perform(deed: Deed, budget: Budget): Promise<Done | undefined>;
  remember(program: string): void;
};

export type Pool = {
  /** Waits for an interpreter, lends it for the work, and takes it back. One that has the program loaded is preferred. */
  seated<T>(
    language: Language,
    errand: Errand,
    program: string | undefined,
    work: (seat: Seat) => Promise<Worked<T>>,
  ): Promise<Worked<T>>;
  status(): SandboxStatus;
  close(): Promise<void>;
};

/** `isApart` where it does not take one of the usual places. */
type Turn = { readonly place: Waiting; readonly hand: Hand; readonly isApart: boolean };
type Waiting = {
  readonly lane: string;
  readonly language: Language;
  readonly program: string | undefined;
  grant(turn: Turn): void;
  refuse(trouble: Trouble): void;
};

/** What counts as used at every turn, and where it cost an interpreter. */
const LEAST_MS = 0.1;
const REPLACEMENT_MS = 100;

/** Shares the interpreters of one sandbox process out, fairly among lanes. Everybody gets an answer. */
export function openPool(given: {
  readonly crews: { readonly [language in Language]?: number };
  readonly atOnce: number;
  readonly waiting: { readonly total: number; readonly perLane: number; readonly longestMs: number };
  readonly fences: readonly Fence[];
  readonly log: (line: string) => void;
}): Pool {
  const { crews, atOnce, waiting, fences, log } = given;
  const queues = { play: fairQueue<Waiting>(waiting), check: fairQueue<Waiting>(waiting) };
  const slow = slowLanes(() => performance.now());
  const running = { play: 0, check: 0 };
  let isClosed = false;
  const process = keepProcess({
    crews,
    fences,
    log,
    ready: shareOut,
    broken: (broken) => turnAway(missing(broken), ({ language }) => language === broken),
  });

  function turnAway(trouble: Trouble, whom?: (place: Waiting) => boolean): void {
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
        const next = queues[kind].next((place) => mayRun(place, kind));
        if (next === undefined) break;
        const isApart = slow.begin(next.lane);
        if (!isApart) running[kind]++;
        next.grant({ place: next, hand: freeHand(next.language, next.program)!, isApart });
      }
    }
  }

  /**
   * Checks leave one place free, so that a move never waits for all of them. Slow ones have a place apart, one at a time,
   * when the interpreter is back that the last one may have cost.
   */
  function mayRun({ language, lane }: Waiting, kind: Errand['kind']): boolean {
    if (freeHand(language, undefined) === undefined) return false;
    if (slow.isSlow(lane)) return !slow.isBusy && process.hands(language).length >= crews[language]!;
    const most = kind === 'play' ? atOnce : Math.max(1, atOnce - 1);
    return running.play + running.check < atOnce && running[kind] < most;
  }

  function freeHand(language: Language, program: string | undefined): Hand | undefined {
    const free = process.hands(language).filter((hand) => !hand.isBusy);
    return free.find((hand) => hand.program === program) ?? free.find((hand) => hand.program === undefined) ?? free[0];
  }

  function acquire(language: Language, errand: Errand, program: string | undefined): Promise<Turn | Trouble> {
    return new Promise((resolve) => {
      const place: Waiting = {
        lane: errand.lane,
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

  const seatOf = (hand: Hand): Seat => ({
    get program() {
      return hand.program;
    },
    remember(program) {
      hand.program = program;
    },
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
      const { place, hand, isApart } = turn;
      let usedMs = LEAST_MS;
      let judgedMs = 0;
      try {
        const worked = await work(seatOf(hand));
        usedMs += worked.cpuMs;
        // Preparing takes long for honest scripts too, and happens once.
        if (program !== undefined) judgedMs += worked.cpuMs;
        return isClosed && !worked.ok ? failed(CLOSED) : worked;
      } finally {
        // Where all interpreters are gone, it may have been anybody's fault.
        const lostMs = process.hasLost(hand) ? REPLACEMENT_MS : 0;
        hand.isBusy = false;
        if (!isApart) running[errand.kind]--;
        slow.end(place.lane, judgedMs + lostMs);
        queues[errand.kind].done(place, usedMs + lostMs);
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
      running: running.play + running.check + (slow.isBusy ? 1 : 0),
      waiting: queues.play.size + queues.check.size,
      replacedWorkers: process.replaced.workers,
      replacedProcesses: process.replaced.processes,
    }),
    async close() {
      isClosed = true;
      turnAway(CLOSED);
      await process.close();
    },
  };
}
