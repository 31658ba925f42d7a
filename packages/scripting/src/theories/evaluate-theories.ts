import {
  formatSquare,
  type Refusal,
  type RulesetDraft,
  refusal,
  type SquareTable,
  type Theory,
} from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { ASK_THEORY } from '../engines/prolog/theories.js';
import { NO_PROGRESS, type OnProgress } from '../progress.js';
import { OVERLOADED } from '../sandbox/failures.js';
import type { JobOwner, JobResult, Program, Sandbox } from '../sandbox/port.js';
import { retryOnce } from '../sandbox/retry-once.js';
import { MOST_ANSWERS, readRank } from './read-rank.js';
import { refusalOfError } from './theory-errors.js';

/** The part of a draft that is needed to evaluate its theories. */
export type TheoryDraft = Pick<RulesetDraft, 'theories' | 'board'>;

/** What the theories of a ruleset answered, and what they printed, cut to 4000 characters. */
export type TheoryAnswers = { readonly tables: { readonly [theory: string]: SquareTable }; readonly printed: string };

export type TheoryLimits = {
  /** CPU time for all theories together, and wall time from the first one on, in case the machine is busy. */
  readonly cpuMs: number;
  readonly wallMs: number;
};

export const DEFAULT_THEORY_LIMITS: TheoryLimits = { cpuMs: 15_000, wallMs: 60_000 };

/** The most target squares of all theories together; the answers are stored and sent with the ruleset. */
const MOST_TARGETS = 25_000;
const PRINTED = 4000;

/**
 * Evaluates every theory of a draft from each square, one rank per call. A theory that fails is reported with its name
 * and line, and the others are still evaluated; an error of the sandbox ends it.
 */
export async function evaluateTheories(
  sandbox: Sandbox,
  { theories, board }: TheoryDraft,
  author: string,
  limits: TheoryLimits = DEFAULT_THEORY_LIMITS,
  onProgress: OnProgress = NO_PROGRESS,
): Promise<Result<TheoryAnswers, readonly Refusal[]>> {
  const owner: JobOwner = { lane: author, kind: 'check' };
  let beganMs: number | undefined;
  let usedMs = 0;
  let printed = '';

  async function counted<T>(work: () => Promise<JobResult<T>>): Promise<JobResult<T>> {
    const result = await retryOnce(work);
    beganMs ??= performance.now();
    usedMs += result.cpuMs;
    printed = (printed + result.printed).slice(0, PRINTED);
    return result;
  }

  function over(): Refusal | undefined {
    if (usedMs > limits.cpuMs) return tooSlow(limits);
    return beganMs !== undefined && performance.now() - beganMs > limits.wallMs ? BUSY_MACHINE : undefined;
  }

  async function ask(name: string, { shape, prolog }: Theory): Promise<Result<SquareTable, Refusal>> {
    const prepared = await counted(() => sandbox.prepare('prolog', prolog.join('\n'), owner));
    if (!prepared.ok) return err(refusalOfError(name, prepared.error));
    const table: [string, SquareTable[string]][] = [];
    for (let rank = 0; rank < board.ranks; rank++) {
      const end = over();
      if (end !== undefined) return err(end);
      const answer = await askRank(prepared.value, name, shape, rank);
      if (!answer.ok) return answer;
      for (const [file, paths] of answer.value.entries()) {
        if (paths.length > 0) table.push([formatSquare(board, rank * board.files + file), paths]);
      }
    }
    return ok(Object.fromEntries(table));
  }

  async function askRank(program: Program, name: string, shape: Theory['shape'], rank: number) {
    const args = JSON.stringify([name, shape, board.files, board.ranks, rank, MOST_ANSWERS[shape]]);
    const result = await counted(() => sandbox.call(program, { name: ASK_THEORY, args, seed: 0 }, owner));
    return result.ok ? readRank(result.value, { name, shape, board, rank }) : err(refusalOfError(name, result.error));
  }

  const tables: [string, SquareTable][] = [];
  const refusals: Refusal[] = [];
  let targets = 0;
  const asked = Object.entries(theories);
  for (const [done, [name, theory]] of asked.entries()) {
    onProgress({ step: 'theories', done, of: asked.length });
    const end = over();
    const table = end === undefined ? await ask(name, theory) : err(end);
    if (table.ok) tables.push([name, table.value]);
    else refusals.push(table.error);
    if (!table.ok && (table.error.code.startsWith('sandbox/') || table.error.code === TOO_SLOW)) break;
    targets += table.ok ? Object.values(table.value).flat(2).length : 0;
    if (targets > MOST_TARGETS) return err([...refusals, TOO_MANY_TARGETS]);
  }
  return refusals.length > 0 ? err(refusals) : ok({ tables: Object.fromEntries(tables), printed });
}

const TOO_MANY_TARGETS = refusal(
  'ruleset/too-many-targets',
  `theories: together they lead to more than ${MOST_TARGETS} squares; reduce their targets, or use steps.`,
  { path: 'theories', limit: MOST_TARGETS },
);

const BUSY_MACHINE = refusal(OVERLOADED.code, OVERLOADED.message);

const TOO_SLOW = 'ruleset/theories-too-slow';

const tooSlow = ({ cpuMs }: TheoryLimits): Refusal =>
  refusal(TOO_SLOW, `theories: together they take more than ${cpuMs / 1000} s; simplify them, or use fewer.`, {
    path: 'theories',
    limitMs: cpuMs,
  });
