import { type Refusal, type RulesetDraft, refusal } from '@chessmith/rules';
import { err, type Result } from '@chessmith/std';
import { fairQueue } from '../sandbox/fair-queue.js';
import { ownedBy } from '../sandbox/owned-by.js';
import type { Owner, Sandbox } from '../sandbox/port.js';
import { DEFAULT_THEORY_LIMITS, evaluateTheories, type TheoryAnswers } from '../theories/evaluate-theories.js';
import { checkScript, type Upload } from './check-script.js';
import type { OnProgress } from './progress.js';
import type { CheckReport } from './report.js';
import { DEFAULT_SELF_PLAY_LIMITS, type SelfPlayLimits } from './self-play.js';

/** A queue of script checks. */
export type CheckQueue = {
  /**
   * Waits for its turn among addresses and authors; when too many wait, the report says `sandbox/busy`. `address` is
   * where the upload comes from, if known.
   */
  check(upload: Upload, onProgress?: OnProgress, address?: string): Promise<CheckReport>;
  /** Evaluates the theories of a ruleset in the same queue. */
  evaluateTheories(
    draft: RulesetDraft,
    author: string,
    onProgress?: OnProgress,
    address?: string,
  ): Promise<Result<TheoryAnswers, readonly Refusal[]>>;
  readonly waiting: number;
};

type Waiting = { readonly path: readonly string[]; begin(): void };
type Author = Owner & { readonly author: string };
/** Ends a turn, so that the next check starts. */
type EndTurn = () => void;

/**
 * Limits how many checks run at a time. Addresses take turns, and so do the authors behind one address, so that a
 * thousand uploads at once delay other people little.
 */
export function checkQueue(
  sandbox: Sandbox,
  {
    atOnce = 1,
    waiting = { total: 100, perAddress: 20, perLane: 5 },
    limits = DEFAULT_SELF_PLAY_LIMITS,
  }: {
    readonly atOnce?: number;
    readonly waiting?: { readonly total: number; readonly perAddress?: number; readonly perLane: number };
    readonly limits?: SelfPlayLimits;
  } = {},
): CheckQueue {
  const { total, perAddress = total, perLane } = waiting;
  const queue = fairQueue<Waiting>({ total, each: [perAddress, perLane] });
  let running = 0;

  const admitted = ({ author, address = author }: Author): Promise<EndTurn | undefined> =>
    new Promise((resolve) => {
      const place = { path: [address, author], begin: () => resolve(turnOf(place)) };
      if (!queue.enter(place)) resolve(undefined);
      else next();
    });

  function turnOf(place: Waiting): EndTurn {
    const sinceMs = performance.now();
    return () => {
      queue.done(place, performance.now() - sinceMs);
      running--;
      next();
    };
  }

  function next(): void {
    while (running < atOnce) {
      const place = queue.next();
      if (place === undefined) return;
      running++;
      place.begin();
    }
  }

  async function inTurn<T>(owner: Author, work: (sandbox: Sandbox) => Promise<T>, refused: () => T): Promise<T> {
    const endTurn = await admitted(owner);
    if (endTurn === undefined) return refused();
    try {
      return await work(ownedBy(sandbox, () => owner));
    } finally {
      endTurn();
    }
  }

  return {
    check: (upload, onProgress, address) =>
      inTurn<CheckReport>(
        { author: upload.author, address },
        (owned) => checkScript(owned, upload, limits, onProgress),
        () => ({
          language: upload.language,
          printed: '',
          ok: false,
          error: { ...TOO_MANY, during: 'reading' },
        }),
      ),
    evaluateTheories: (draft, author, onProgress, address) =>
      inTurn(
        { author, address },
        (owned) => evaluateTheories(owned, draft, author, DEFAULT_THEORY_LIMITS, onProgress),
        () => err([refusal(TOO_MANY.code, TOO_MANY.message)]),
      ),
    get waiting() {
      return queue.size;
    },
  };
}

const TOO_MANY = {
  code: 'sandbox/busy',
  message: 'Too many scripts are being checked; try again in a few minutes.',
} as const;
