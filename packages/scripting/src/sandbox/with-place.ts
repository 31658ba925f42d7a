import type { Call, JobOwner, Program, Sandbox, ScriptFailure } from './port.js';

/** A trouble, and what the script had printed until then where that was not known before. */
export type Placed = { readonly trouble: ScriptFailure; readonly printed: string };

/** The trouble of a call, with where the script was when its time was over, as far as that can be told. */
export async function withPlace(
  sandbox: Sandbox,
  { program, call, errand }: { readonly program: Program; readonly call: Call; readonly errand: JobOwner },
  trouble: ScriptFailure,
): Promise<Placed> {
  if (trouble.code !== 'script/timeout') return { trouble, printed: '' };
  const again = await sandbox.locate(program, call, errand);
  const { printed } = again;
  if (again.ok || again.trouble.line === undefined) return { trouble, printed };
  const { line, traceback } = again.trouble;
  return { trouble: { ...trouble, line, ...(traceback === undefined ? {} : { traceback }) }, printed };
}
