import type { Language } from '../language.js';
import { fairQueue } from './fair-queue.js';
import type { Fence } from './fence.js';
import type { Budget, Deed, Done, FromProcess } from './messages.js';
import type { Errand, SandboxStatus, Trouble, Worked } from './port.js';
import { type SandboxProcess, startProcess } from './process.js';
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

type Hand = { readonly id: number; readonly language: Language; program: string | undefined; isBusy: boolean };
/** `isApart` where it does not take one of the usual places. */
type Turn = { readonly place: Waiting; readonly hand: Hand; readonly isApart: boolean };
type Waiting = {
  readonly lane: string;
  readonly language: Language;
  readonly program: string | undefined;
  grant(turn: Turn): void;
  refuse(trouble: Trouble): void;
};

/** The process answers in time or is not obeyed any more. */
const GRACE_MS = 10_000;
/** What counts as used at every turn, and where it cost an interpreter. */
const LEAST_MS = 0.1;
const REPLACEMENT_MS = 100;
const RESTART_MS = 200;
const RESTART_MOST_MS = 10_000;

/** Keeps one sandbox process alive and shares its interpreters out. Whatever happens to it, everybody gets an answer. */
export function openPool(given: {
  readonly crews: { readonly [language in Language]?: number };
  readonly atOnce: number;
  readonly waiting: { readonly total: number; readonly perLane: number; readonly longestMs: number };
  readonly fences: readonly Fence[];
  readonly log: (line: string) => void;
}): Pool {
  const { crews, atOnce, waiting, log } = given;
  const queues = { play: fairQueue<Waiting>(waiting), check: fairQueue<Waiting>(waiting) };
  const slow = slowLanes(() => performance.now());
  const hands = new Map<number, Hand>();
  const answers = new Map<number, (done: Done | undefined) => void>();
  const broken = new Set<Language>();
  let fencesLeft = given.fences;
  let child: SandboxProcess | undefined;
  let isClosed = false;
  let nextDeed = 1;
  const running = { play: 0, check: 0 };
  const replaced = { workers: 0, processes: 0 };

  async function keepAlive(): Promise<void> {
    let pauseMs = RESTART_MS;
    while (!isClosed) {
      const fence = fencesLeft[0]!;
      const started = await startProcess(fence, { received, log });
      if (started === undefined) {
        // The last fence is tried again and again, after longer and longer pauses.
        if (fencesLeft.length > 1) fencesLeft = fencesLeft.slice(1);
        else {
          log(`the sandbox process does not start; trying again in ${pauseMs} ms`);
          await pause(pauseMs);
          pauseMs = Math.min(pauseMs * 2, RESTART_MOST_MS);
        }
        continue;
      }
      if (isClosed) {
        started.kill();
        return;
      }
      fencesLeft = [fence];
      child = started;
      log(`scripts run behind this fence: ${fence.name}`);
      started.send({ kind: 'start', crews });
      const bornMs = performance.now();
      await started.ended;
      child = undefined;
      hands.clear();
      for (const answer of [...answers.values()]) answer(undefined);
      if (isClosed) return;
      replaced.processes++;
      log('the sandbox process ended and is replaced');
      pauseMs = performance.now() - bornMs > RESTART_MOST_MS ? RESTART_MS : Math.min(pauseMs * 2, RESTART_MOST_MS);
      await pause(pauseMs);
    }
  }

  function received(message: FromProcess): void {
    switch (message.kind) {
      case 'ready':
        broken.delete(message.language);
        hands.set(message.worker, {
          id: message.worker,
          language: message.language,
          program: undefined,
          isBusy: false,
        });
        shareOut();
        return;
      case 'gone':
        replaced.workers++;
        hands.delete(message.worker);
        return;
      case 'done':
        answers.get(message.id)?.(message);
        return;
      case 'broken':
        log(`no interpreter for ${message.language} starts: ${message.message}`);
        broken.add(message.language);
        turnAway(missing(message.language), ({ language }) => language === message.language);
        return;
      case 'hello':
        return;
    }
  }

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
    if (slow.isSlow(lane)) return !slow.isBusy && warm(language) >= crews[language]!;
    const most = kind === 'play' ? atOnce : Math.max(1, atOnce - 1);
    return running.play + running.check < atOnce && running[kind] < most;
  }

  const warm = (language: Language): number => [...hands.values()].filter((hand) => hand.language === language).length;

  function freeHand(language: Language, program: string | undefined): Hand | undefined {
    const free = [...hands.values()].filter((hand) => hand.language === language && !hand.isBusy);
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

  function seatOf(hand: Hand): Seat {
    return {
      get program() {
        return hand.program;
      },
      remember(program) {
        hand.program = program;
      },
      perform(deed, budget) {
        const id = nextDeed++;
        if (deed.do !== 'call') hand.program = undefined;
        return new Promise((resolve) => {
          const process = child;
          const grace = setTimeout(() => process?.kill(), budget.wallMs + GRACE_MS);
          const answer = (done: Done | undefined): void => {
            clearTimeout(grace);
            answers.delete(id);
            resolve(done);
          };
          answers.set(id, answer);
          if (process === undefined || !hands.has(hand.id)) answer(undefined);
          else process.send({ kind: 'deed', id, worker: hand.id, deed, budget });
        });
      },
    };
  }

  const alive = keepAlive();
  return {
    async seated(language, errand, program, work) {
      if (isClosed) return failed(CLOSED);
      if (crews[language] === undefined || broken.has(language)) {
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
        const lostMs = child !== undefined && !hands.has(hand.id) ? REPLACEMENT_MS : 0;
        hand.isBusy = false;
        if (!isApart) running[errand.kind]--;
        slow.end(place.lane, judgedMs + lostMs);
        queues[errand.kind].done(place, usedMs + lostMs);
        shareOut();
      }
    },
    status: () => ({
      fence: child?.fence.name,
      warm: countBy([...hands.values()].map(({ language }) => language)),
      running: running.play + running.check + (slow.isBusy ? 1 : 0),
      waiting: queues.play.size + queues.check.size,
      replacedWorkers: replaced.workers,
      replacedProcesses: replaced.processes,
    }),
    async close() {
      isClosed = true;
      turnAway(CLOSED);
      child?.kill();
      await alive;
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function countBy(languages: readonly Language[]): { readonly [language in Language]?: number } {
  const counts = new Map<Language, number>();
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  return Object.fromEntries(counts);
}
