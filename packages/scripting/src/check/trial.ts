import type { Refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { locateTimeout } from '../sandbox/locate-timeout.js';
import type { Call, JobOwner, JobResult, Program, Sandbox } from '../sandbox/port.js';
import { retryOnce } from '../sandbox/retry-once.js';
import type { ScriptError } from '../script-error.js';
import type { CheckError } from './report.js';

/** A script under test. */
export type Trial = {
  /** Makes a call and reads its answer. */
  once<T>(call: Call, read: (answer: string) => Result<T, Refusal>): Promise<Result<T, Omit<CheckError, 'during'>>>;
  /** Makes a call twice and reads its answer, which must be the same both times. */
  twice<T>(call: Call, read: (answer: string) => Result<T, Refusal>): Promise<Result<T, Omit<CheckError, 'during'>>>;
  /** What the script printed so far, cut to 4000 characters. */
  printed(): string;
  /** CPU time of the script itself in its slowest call. */
  readonly slowestMs: number;
  readonly usedMs: number;
};

const PRINTED = 4000;

/** `atFirst` is what the script printed while it was loaded. */
export function scriptTrial(sandbox: Sandbox, program: Program, owner: JobOwner, atFirst = ''): Trial {
  let printed = atFirst.slice(0, PRINTED);
  let slowestMs = 0;
  let usedMs = 0;

  async function ask(call: Call): Promise<JobResult<string>> {
    const result = await retryOnce(() => sandbox.call(program, { ...call, isStrict: true }, owner));
    if (printed.length < PRINTED) printed = (printed + result.printed).slice(0, PRINTED);
    slowestMs = Math.max(slowestMs, result.scriptMs ?? result.cpuMs);
    usedMs += result.cpuMs;
    return result;
  }

  /** Adds the line at which a call ran out of time, if it can be found. */
  async function placed(call: Call, error: ScriptError): Promise<ScriptError> {
    const located = await locateTimeout(sandbox, { program, call, owner }, error);
    printed = (printed + located.printed).slice(0, PRINTED);
    return located.error;
  }

  async function answerTo(call: Call): Promise<Result<string, ScriptError>> {
    const result = await ask(call);
    return result.ok ? ok(result.value) : err(await placed(call, result.error));
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
        'The same call gave two different answers; an answer may depend only on the arguments and the seed.';
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
