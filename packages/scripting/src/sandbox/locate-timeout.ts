import type { ScriptError } from '../script-error.js';
import type { Call, JobOwner, Program, Sandbox } from './port.js';

/** An error, and what the script printed while it was located. */
export type LocatedError = { readonly error: ScriptError; readonly printed: string };

/** Adds the line at which the script ran out of time to its error, if that can be determined. */
export async function locateTimeout(
  sandbox: Sandbox,
  { program, call, owner }: { readonly program: Program; readonly call: Call; readonly owner: JobOwner },
  error: ScriptError,
): Promise<LocatedError> {
  if (error.code !== 'script/timeout') return { error, printed: '' };
  const again = await sandbox.locate(program, call, owner);
  const { printed } = again;
  if (again.ok || again.error.line === undefined) return { error, printed };
  const { line, traceback } = again.error;
  return { error: { ...error, line, ...(traceback === undefined ? {} : { traceback }) }, printed };
}
