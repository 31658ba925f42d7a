import { classicalReferee, compiledBytes, type Json, type Referee, type Refusal, unpackEngine } from '@chessmith/rules';
import { fairTurns, type TheoryAnswers, type TheoryDraft } from '@chessmith/scripting';
import { type ExaminedRuleset, readCard, type StoredRuleset, StoreUnavailable } from '@chessmith/service';
import { err, ok, type Result } from '@chessmith/std';
import { type Done, type Job, openWorkerPool, WorkerLost } from '../worker-pool.js';
import {
  performRulesetJob,
  type RulesetJobs,
  readStored,
  rulesetErrorOf,
  type TheoryTables,
} from './compile-ruleset.js';

/** Checks JSON rulesets and makes their referees, in a worker, one at a time. Addresses and authors take turns. */
export type JsonRulesets = {
  /** Theories are evaluated between two checks, outside the queue. */
  examine(
    source: string,
    owner: RulesetOwner,
    evaluate: (theories: TheoryDraft) => Promise<Result<TheoryAnswers, readonly Refusal[]>>,
  ): Promise<Result<ExaminedRuleset, Refusal>>;
  /** Rejects with `StoreUnavailable` if the server is shutting down. */
  load(ruleset: StoredRuleset, owner: RulesetOwner): Promise<Referee>;
  /** Queued rulesets are refused, so that a shutdown does not wait for them. */
  close(): Promise<void>;
};

export type RulesetOwner = { readonly author: string; readonly address?: string | undefined };

export type JsonRulesetOptions = {
  /** The script of the worker; sources without a build compile in the event loop. */
  readonly script?: URL | undefined;
  /** A check that has not begun by then is refused. */
  readonly longestWaitMs?: number;
};

/** The stored check result of a JSON ruleset: the tables of its theories, so that they are evaluated only once. */
type JsonRulesetCard = { readonly theories: TheoryTables } | null;

/** A large ruleset takes a tenth of this. */
const HEAP_MB = 512;
const IDLE_MS = 10_000;
const SCRIPT = import.meta.url.endsWith('.ts') ? undefined : new URL('./worker.js', import.meta.url);
const CLOSING: Refusal = { code: 'server/stopping', message: 'The server is shutting down.' };
const LOST: Refusal = { code: 'sandbox/died', message: 'The check of the ruleset was interrupted; try again.' };

export function openJsonRulesets({ script = SCRIPT, longestWaitMs }: JsonRulesetOptions = {}): JsonRulesets {
  const turns = fairTurns();
  const pool = script && openWorkerPool<RulesetJobs>(script, { most: 1, heapMb: HEAP_MB, idleMs: IDLE_MS });

  async function perform<K extends keyof RulesetJobs>(
    job: Job<RulesetJobs, K>,
    owner: RulesetOwner,
    waitMs?: number,
  ): Promise<Result<Done<RulesetJobs, K>, Refusal>> {
    const turn = await turns.take(owner, waitMs);
    if ('code' in turn) return err(turn);
    try {
      return ok(
        pool === undefined
          ? (performRulesetJob(job as Job<RulesetJobs>) as Done<RulesetJobs, K>)
          : await pool.perform(job),
      );
    } catch (error) {
      if (error instanceof WorkerLost) return err(LOST);
      throw error;
    } finally {
      turn.end();
    }
  }

  async function check(source: string, theories: TheoryTables | null, owner: RulesetOwner) {
    const checked = await perform({ kind: 'check', source, theories }, owner, longestWaitMs);
    return checked.ok ? checked.value : checked;
  }

  return {
    async examine(source, owner, evaluate) {
      const first = await check(source, null, owner);
      if (!first.ok) return first;
      if (first.value.unevaluated === null) return ok({ about: first.value.about, card: null, report: {} });
      const evaluated = await evaluate(first.value.unevaluated);
      if (!evaluated.ok) return err(rulesetErrorOf(evaluated.error, source));
      const { tables: theories, printed } = evaluated.value;
      const whole = await check(source, theories, owner);
      if (!whole.ok) return whole;
      const card: JsonRulesetCard = { theories };
      const report = { theories: Object.keys(theories), printed };
      return ok({ about: whole.value.about, card: card as unknown as Json, report });
    },
    async load(ruleset, owner) {
      const compiled = await perform({ kind: 'compile', ...storedSource(ruleset) }, owner);
      if (!compiled.ok) throw new StoreUnavailable(compiled.error.message);
      const { engine, bytes } = compiled.value;
      return refereeWith(classicalReferee(unpackEngine(engine).ruleset) as Referee, bytes);
    },
    async close() {
      turns.close(CLOSING);
      await pool?.close();
    },
  };
}

/** The referee of a stored JSON ruleset, compiled at once. */
export function jsonReferee(stored: StoredRuleset): Referee {
  const ruleset = readStored(storedSource(stored));
  return refereeWith(classicalReferee(ruleset) as Referee, compiledBytes(ruleset));
}

const refereeWith = (referee: Referee, bytes: number): Referee => ({ ...referee, cost: { ...referee.cost, bytes } });

function storedSource({ id, source, card }: StoredRuleset): Parameters<typeof readStored>[0] {
  const made = readCard(card).made as JsonRulesetCard;
  return { source, name: id, theories: made?.theories ?? null };
}
