import type { Refusal } from '@chessmith/rules';
import { err, type Result } from '@chessmith/std';
import type { OnProgress } from '../progress.js';
import { fairTurns } from '../sandbox/fair-turns.js';
import { ownedBy } from '../sandbox/owned-by.js';
import type { Owner, Sandbox } from '../sandbox/port.js';
import type { ScriptError } from '../script-error.js';
import {
  DEFAULT_THEORY_LIMITS,
  evaluateTheories,
  type TheoryAnswers,
  type TheoryDraft,
} from '../theories/evaluate-theories.js';
import { checkScript, type Upload } from './check-script.js';
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
    draft: TheoryDraft,
    author: string,
    onProgress?: OnProgress,
    address?: string,
  ): Promise<Result<TheoryAnswers, readonly Refusal[]>>;
  readonly waiting: number;
};

/**
 * Limits how many checks run at a time. Addresses take turns, and so do the authors behind one address, so that a
 * thousand uploads at once delay other people little.
 */
export function checkQueue(
  sandbox: Sandbox,
  {
    atOnce = 1,
    waiting = { total: 100, perAddress: 20, perLane: 5 },
    longestWaitMs,
    limits = DEFAULT_SELF_PLAY_LIMITS,
  }: {
    readonly atOnce?: number;
    readonly waiting?: { readonly total: number; readonly perAddress?: number; readonly perLane: number };
    /** A check that has not begun by then is refused. */
    readonly longestWaitMs?: number;
    readonly limits?: SelfPlayLimits;
  } = {},
): CheckQueue {
  const { total, perAddress = total, perLane } = waiting;
  const turns = fairTurns({ atOnce, limits: { total, each: [perAddress, perLane] } });

  async function inTurn<T>(
    owner: Owner & { readonly author: string },
    work: (sandbox: Sandbox) => Promise<T>,
    refused: (error: ScriptError) => T,
  ): Promise<T> {
    const turn = await turns.take(owner, longestWaitMs);
    if ('code' in turn) return refused(turn);
    try {
      return await work(ownedBy(sandbox, () => owner));
    } finally {
      turn.end();
    }
  }

  return {
    check: (upload, onProgress, address) =>
      inTurn<CheckReport>(
        { author: upload.author, address },
        (owned) => checkScript(owned, upload, limits, onProgress),
        (error) => ({ language: upload.language, printed: '', ok: false, error: { ...error, during: 'reading' } }),
      ),
    evaluateTheories: (draft, author, onProgress, address) =>
      inTurn(
        { author, address },
        (owned) => evaluateTheories(owned, draft, author, DEFAULT_THEORY_LIMITS, onProgress),
        (error) => err([error]),
      ),
    get waiting() {
      return turns.waiting;
    },
  };
}
