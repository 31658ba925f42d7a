import type { Language } from '../language.js';
import type { Isolation } from './isolation.js';
import { type Budget, type Done, type FromProcess, type Job, MOST_WAITING } from './messages.js';
import type { IsolationName } from './port.js';
import { type SandboxProcess, startProcess } from './process.js';
import { residentBytes } from './resident-bytes.js';

/** An interpreter that is warm. */
export type Worker = {
  readonly id: number;
  readonly language: Language;
  /** Which program it has loaded. */
  program: string | undefined;
  isBusy: boolean;
  /** It was given to something else than a quick move, for which it runs at a low priority from then on. */
  isSpare: boolean;
  /** The number of its last turn. */
  lastTurn: number;
};

export type KeptProcess = {
  /** Those of one language. */
  hands(language: Language): readonly Worker[];
  /** Whether it is gone, while the process is still there. */
  hasLost(hand: Worker): boolean;
  /** No interpreter of the language has started since the last one failed to. */
  isBroken(language: Language): boolean;
  /** Undefined when the process died meanwhile. */
  perform(hand: Worker, deed: Job, budget: Budget): Promise<Done | undefined>;
  readonly fence: IsolationName | undefined;
  readonly replaced: { readonly workers: number; readonly processes: number };
  close(): Promise<void>;
};

/** A process that does not answer for so long is ended; its own limits end every call long before, also on a busy machine. */
const GRACE_MS = 60_000;
/**
 * Threads that were ended leave memory behind that the process does not give back. When it has nothing to do, and
 * interpreters were lost, and it holds so much more than at first, it is replaced.
 */
export type GivingBack = { readonly idleMs: number; readonly leastAgeMs: number; readonly growthBytes: number };
const GIVING_BACK: GivingBack = { idleMs: 2000, leastAgeMs: 60_000, growthBytes: 100 * 1_048_576 };

const RESTART_MS = 200;
const RESTART_MOST_MS = 10_000;

/**
 * Keeps one sandbox process alive and knows its interpreters; `ready` hears of each new one, `broken` of a language that
 * has none. Whatever happens to the process, every deed is answered.
 */
export function keepProcess(given: {
  readonly crews: { readonly [language in Language]?: number };
  readonly fences: readonly Isolation[];
  readonly log: (line: string) => void;
  readonly givingBack?: GivingBack | undefined;
  ready(): void;
  broken(language: Language): void;
}): KeptProcess {
  const { crews, log, givingBack = GIVING_BACK } = given;
  const size = Object.values(crews).reduce((sum, count) => sum + count, 0);
  const hands = new Map<number, Worker>();
  const answers = new Map<number, (done: Done | undefined) => void>();
  const broken = new Set<Language>();
  const replaced = { workers: 0, processes: 0 };
  let fencesLeft = given.fences;
  let child: SandboxProcess | undefined;
  let isClosed = false;
  let nextDeed = 1;
  /** When the process started, what it held when all interpreters were ready, and how many were lost since. */
  let bornMs = 0;
  let restBytes: number | undefined;
  let lost = 0;
  let idle: NodeJS.Timeout | undefined;

  function giveBackLater(ms = givingBack.idleMs): void {
    clearTimeout(idle);
    idle = setTimeout(giveBack, ms);
    idle.unref();
  }

  function giveBack(): void {
    if (child === undefined || restBytes === undefined || lost === 0 || answers.size > 0) return;
    const ageMs = performance.now() - bornMs;
    if (ageMs < givingBack.leastAgeMs) {
      giveBackLater(givingBack.leastAgeMs - ageMs);
      return;
    }
    const bytes = residentBytes(child.pid);
    if (bytes < restBytes + givingBack.growthBytes) return;
    log(`the sandbox process holds ${Math.round(bytes / 1e6)} MB, ${Math.round(restBytes / 1e6)} MB at first`);
    // Calls that come from now on wait for the new one.
    hands.clear();
    child.kill();
  }

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
      bornMs = performance.now();
      [restBytes, lost] = [undefined, 0];
      await started.ended;
      child = undefined;
      clearTimeout(idle);
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
      case 'ready': {
        const { worker: id, language } = message;
        broken.delete(language);
        hands.set(id, { id, language, program: undefined, isBusy: false, isSpare: false, lastTurn: 0 });
        if (hands.size === size && child !== undefined) restBytes ??= residentBytes(child.pid);
        given.ready();
        return;
      }
      case 'gone':
        replaced.workers++;
        lost++;
        hands.delete(message.worker);
        return;
      case 'done':
        answers.get(message.id)?.(message);
        return;
      case 'broken':
        log(`no interpreter for ${message.language} starts: ${message.message}`);
        broken.add(message.language);
        given.broken(message.language);
        return;
      case 'hello':
        return;
    }
  }

  const alive = keepAlive();
  return {
    hands: (language) => [...hands.values()].filter((hand) => hand.language === language),
    hasLost: (hand) => child !== undefined && !hands.has(hand.id),
    isBroken: (language) => broken.has(language),
    perform(hand, deed, budget) {
      const id = nextDeed++;
      if (deed.do !== 'call') hand.program = undefined;
      return new Promise((resolve) => {
        const process = child;
        const grace = setTimeout(() => process?.kill(), budget.wallMs * MOST_WAITING + GRACE_MS);
        const answer = (done: Done | undefined): void => {
          clearTimeout(grace);
          answers.delete(id);
          if (answers.size === 0) giveBackLater();
          resolve(done);
        };
        answers.set(id, answer);
        if (process === undefined || !hands.has(hand.id)) answer(undefined);
        else process.send({ kind: 'deed', id, worker: hand.id, deed, budget, isLow: hand.isSpare });
      });
    },
    get fence() {
      return child?.fence.name;
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
