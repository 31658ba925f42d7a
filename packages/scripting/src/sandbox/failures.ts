import type { Language } from '../language.js';
import type { ScriptError } from '../script-error.js';
import type { JobResult } from './port.js';

const LEAST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 120_000;

/** Too many jobs wait; they will take about `waitMs`. */
export function busy(waitMs: number): ScriptError {
  const retryAfterMs = Math.round(Math.min(LONGEST_RETRY_MS, Math.max(LEAST_RETRY_MS, waitMs)));
  const seconds = Math.ceil(retryAfterMs / 1000);
  const message = `Too many scripts and rulesets are waiting; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return { code: 'sandbox/busy', message, facts: { retryAfterMs } };
}
export const CLOSED: ScriptError = { code: 'sandbox/closed', message: 'The sandbox is closed.' };
export const LOST: ScriptError = {
  code: 'sandbox/died',
  message: 'The sandbox process died while the script ran; try again.',
};
export const OVERLOADED: ScriptError = {
  code: 'sandbox/overloaded',
  message: 'The machine is too busy to run the script; try again later.',
};

export const missing = (language: Language): ScriptError => ({
  code: 'sandbox/closed',
  message: `This server does not run scripts in ${language}.`,
  facts: { language },
});

/** The result of a job that did not run. */
export const failed = (error: ScriptError): JobResult<never> => ({ ok: false, error, printed: '', cpuMs: 0 });
