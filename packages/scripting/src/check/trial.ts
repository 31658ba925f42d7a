import type { Refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import type { Call, JobOwner, Program, Sandbox, ScriptFailure, Worked } from '../sandbox/port.js';
import { retryOnce } from '../sandbox/retry-once.js';
import { withPlace } from '../sandbox/with-place.js';
import type { Problem } from './report.js';

/** A script under test. */
export type Trial = {
  /** Makes a call and reads its answer. */
  once<T>(call: Call, read: (answer: string) => Result<T, Refusal>): Promise<Result<T, Omit<Problem, 'during'>>>;
  /** Makes a call twice and reads its answer, which must be the same both times. */
  twice<T>(call: Call, read: (answer: string) => Result<T, Refusal>): Promise<Result<T, Omit<Problem, 'during'>>>;
  /** What the script printed until now, cut short. */
  printed(): string;
  /** What the script itself used in its slowest call. */
  readonly slowestMs: number;
  readonly usedMs: number;
};

const PRINTED = 4000;

/** What is printed begins with `atFirst`. */
export function openTrial(sandbox: Sandbox, program: Program, errand: JobOwner, atFirst = ''): Trial {
  let printed = atFirst.slice(0, PRINTED);
  let slowestMs = 0;
  let usedMs = 0;

  async function ask(call: Call): Promise<Worked<string>> {
    const worked = await retryOnce(() => sandbox.call(program, { ...call, isStrict: true }, errand));
    if (printed.length < PRINTED) printed = (printed + worked.printed).slice(0, PRINTED);
    slowestMs = Math.max(slowestMs, worked.scriptMs ?? worked.cpuMs);
    usedMs += worked.cpuMs;
    return worked;
  }

  /** Where a call that takes too long was, as far as that can be told. */
  async function placed(call: Call, trouble: ScriptFailure): Promise<ScriptFailure> {
    const told = await withPlace(sandbox, { program, call, errand }, trouble);
    printed = (printed + told.printed).slice(0, PRINTED);
    return told.trouble;
  }

  async function answerTo(call: Call): Promise<Result<string, ScriptFailure>> {
    const worked = await ask(call);
    return worked.ok ? ok(worked.value) : err(await placed(call, worked.trouble));
  }

  return {
    async once(call, read) {
      const answer = await answerTo(call);
      return answer.ok ? read(answer.value) : answer;
    },
    async twice(call, read) {
      const first = await answerTo(call);
      if (!first.ok) return first;
      const value = read(first.value);
      if (!value.ok) return value;
      const second = await answerTo(call);
      if (!second.ok) return second;
      if (second.value === first.value) return value;
      const message =
        'The same call gave two different answers: an answer must follow from the arguments and the seed alone.';
      return err({ code: 'script/not-repeatable', message });
    },
    printed: () => printed,
    get slowestMs() {
      return slowestMs;
    },
    get usedMs() {
      return usedMs;
    },
  };
}
