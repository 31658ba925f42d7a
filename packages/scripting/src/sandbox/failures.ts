import type { Language } from '../language.js';
import type { ScriptError } from '../script-error.js';
import type { JobResult } from './port.js';

export const BUSY: ScriptError = {
  code: 'sandbox/busy',
  message: 'Too many scripts are running; try again in a moment.',
};
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
