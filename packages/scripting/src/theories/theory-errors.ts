import { type Refusal, refusal } from '@chessmith/rules';
import type { ScriptError } from '../script-error.js';

/** Refuses an answer of a theory. */
export const theoryRefusal = (theory: string, code: string, message: string, facts?: Refusal['facts']): Refusal => {
  const path = `theories.${theory}`;
  return refusal(code, `${path}: ${message}`, { ...facts, path });
};

/** The refusal for an error of a theory, with its place and what to do; errors of the sandbox keep their message. */
export function refusalOfError(theory: string, { code, message, facts, line, column }: ScriptError): Refusal {
  if (code.startsWith('sandbox/')) return refusal(code, message, facts);
  const path = `theories.${theory}`;
  const said = [sentence(message), ADVICE[code]?.(theory)].filter((part) => part !== undefined).join(' ');
  if (line === undefined) return refusal(code, `${path}: ${said}`, { ...facts, theory, path });
  const where = `line ${line}${column === undefined ? '' : `, column ${column}`}`;
  // Lines count from 1, list items from 0.
  return refusal(code, `${path}, ${where}: ${said}`, { ...facts, theory, path: `${path}.prolog[${line - 1}]` });
}

const sentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);

const ADVICE: { readonly [code in ScriptError['code']]?: (theory: string) => string } = {
  'script/no-function': (theory) => `Define ${theory}(File, Rank, ToFile, ToRank), files and ranks counted from 0.`,
  'script/timeout': () => 'A ray may go on for ever, leaps must end, and each answer must come soon.',
  'script/out-of-stack': () => 'Make the step before the call to itself, so that answers come on the way.',
  'script/out-of-memory': () => 'A theory needs no more than the squares in question.',
  'script/forbidden': () => 'A theory only computes: no files, no network, no processes.',
};
