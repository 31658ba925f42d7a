import { type Refusal, refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import type { Language } from '../language.js';
import { type LocatedError, locateTimeout } from '../sandbox/locate-timeout.js';
import type { Call, JobOwner, JobResult, Program, Sandbox } from '../sandbox/port.js';
import { retryOnce } from '../sandbox/retry-once.js';
import type { ScriptError } from '../script-error.js';

/** Calls a script, which is compiled at the first call. */
export type AskScript = (call: Call) => Promise<Result<string, Refusal>>;

/** Calls a script in a sandbox, and retries once if the sandbox process died. */
export function askScript(sandbox: Sandbox, language: Language, source: string, owner: JobOwner): AskScript {
  let program: Promise<JobResult<Program>> | undefined;
  let last: { readonly key: string; readonly atMs: number; readonly located: Promise<LocatedError> } | undefined;

  async function ready(): Promise<JobResult<Program>> {
    program ??= sandbox.prepare(language, source, owner);
    const result = await program;
    // Errors of the sandbox are temporary, so the next call prepares the script again.
    if (!result.ok && isSandboxError(result.error)) program = undefined;
    return result;
  }

  async function once(call: Call): Promise<JobResult<string>> {
    const result = await ready();
    return result.ok ? sandbox.call(result.value, call, owner) : result;
  }

  /** Finds the line of a timeout once per move: players who try the same move again get the same answer. */
  async function placed(call: Call, error: ScriptError): Promise<ScriptError> {
    const prepared = await ready();
    if (error.code !== 'script/timeout' || !prepared.ok) return error;
    const key = `${call.name} ${call.args}`;
    const nowMs = performance.now();
    if (key !== last?.key) {
      if (last !== undefined && nowMs - last.atMs < PAUSE_MS) return error;
      // This takes long and helps only the author, so it runs at the low priority of checks.
      const background: JobOwner = { ...owner, kind: 'check' };
      const located = locateTimeout(sandbox, { program: prepared.value, call, owner: background }, error);
      last = { key, atMs: nowMs, located };
    }
    return (await last.located).error;
  }

  return async (call) => {
    const result = await retryOnce(() => once(call));
    return result.ok ? ok(result.value) : err(refusalOf(await placed(call, result.error)));
  };
}

/** Locating takes longer than the call itself, so a script that keeps failing is located at most once a minute. */
const PAUSE_MS = 60_000;

const isSandboxError = ({ code }: ScriptError): boolean => code.startsWith('sandbox/');

function refusalOf({ code, message, facts, line }: ScriptError): Refusal {
  return line === undefined
    ? refusal(code, message, facts)
    : refusal(code, `${message} (line ${line})`, { ...facts, line });
}
