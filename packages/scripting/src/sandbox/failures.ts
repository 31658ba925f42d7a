import type { Language } from '../language.js';
import type { ScriptFailure, Worked } from './port.js';

export const BUSY: ScriptFailure = {
  code: 'sandbox/busy',
  message: 'Too many scripts want to run; try again in a moment.',
};
export const CLOSED: ScriptFailure = { code: 'sandbox/closed', message: 'The sandbox is closed.' };
export const LOST: ScriptFailure = { code: 'sandbox/died', message: 'The sandbox was lost while the script ran.' };
export const OVERLOADED: ScriptFailure = {
  code: 'sandbox/overloaded',
  message: 'The machine is too busy to run the script now.',
};

export const missing = (language: Language): ScriptFailure => ({
  code: 'sandbox/closed',
  message: `Scripts in ${language} do not run here.`,
});

/** The end of a piece of work that was not done. */
export const failed = (trouble: ScriptFailure): Worked<never> => ({ ok: false, trouble, printed: '', cpuMs: 0 });
