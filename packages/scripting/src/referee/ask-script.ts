import { type Refusal, refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import type { Language } from '../language.js';
import type { Call, JobOwner, Program, Sandbox, ScriptFailure, Worked } from '../sandbox/port.js';
import { retryOnce } from '../sandbox/retry-once.js';
import { type Placed, withPlace } from '../sandbox/with-place.js';

/** A script that is ready to be asked; it is read when it is asked first. */
export type AskScript = (call: Call) => Promise<Result<string, Refusal>>;

/** Asks a script in a sandbox. When the sandbox itself was lost, the question is put once more. */
export function askScript(sandbox: Sandbox, language: Language, source: string, errand: JobOwner): AskScript {
  let program: Promise<Worked<Program>> | undefined;
  let last: { readonly key: string; readonly atMs: number; readonly told: Promise<Placed> } | undefined;

  async function ready(): Promise<Worked<Program>> {
    program ??= sandbox.prepare(language, source, errand);
    const worked = await program;
    // What was our fault may work the next time.
    if (!worked.ok && isOurs(worked.trouble)) program = undefined;
    return worked;
  }

  async function once(call: Call): Promise<Worked<string>> {
    const worked = await ready();
    return worked.ok ? sandbox.call(worked.value, call, errand) : worked;
  }

  /** Looks for the place of the same trouble once: who tries the same move again is told the same. */
  async function placed(call: Call, trouble: ScriptFailure): Promise<ScriptFailure> {
    const prepared = await ready();
    if (trouble.code !== 'script/timeout' || !prepared.ok) return trouble;
    const key = `${call.name} ${call.args}`;
    const nowMs = performance.now();
    if (key !== last?.key) {
      if (last !== undefined && nowMs - last.atMs < PAUSE_MS) return trouble;
      // This takes long and is for the author, so that it comes after the moves of others.
      const background: JobOwner = { ...errand, kind: 'check' };
      const told = withPlace(sandbox, { program: prepared.value, call, errand: background }, trouble);
      last = { key, atMs: nowMs, told };
    }
    return (await last.told).trouble;
  }

  return async (call) => {
    const worked = await retryOnce(() => once(call));
    return worked.ok ? ok(worked.value) : err(refusalOf(await placed(call, worked.trouble)));
  };
}

/** Looking takes longer than the call itself, so that a script which fails all the time is not looked into each time. */
const PAUSE_MS = 60_000;

const isOurs = ({ code }: ScriptFailure): boolean => code.startsWith('sandbox/');

function refusalOf({ code, message, line }: ScriptFailure): Refusal {
  return line === undefined ? refusal(code, message) : refusal(code, `${message} (line ${line})`, { line });
}
