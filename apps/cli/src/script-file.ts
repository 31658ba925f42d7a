import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Referee, type Refusal, refusal } from '@chessmith/rules';
import { type CheckReport, formatOfScript, type Language, type OnProgress } from '@chessmith/scripting';
import { err, ok, type Result } from '@chessmith/std';

/** A script in a file. */
export type ScriptFile = { readonly name: string; readonly language: Language; readonly source: Uint8Array };

/** A single user waits rather than being refused while interpreters start on a busy machine. */
export const PATIENT = { total: 100, perLane: 100, longestMs: 120_000 };

/** Reads a script file; undefined if the extension is not one of a script. */
export async function readScriptFile(path: string): Promise<Result<ScriptFile, Refusal> | undefined> {
  const format = formatOfScript(path);
  if (format === undefined) return undefined;
  try {
    return ok({ name: basename(path), language: format.language, source: await readFile(path) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : String(error);
    return err(refusal('ruleset/unreadable', `${path} cannot be read: ${code}.`));
  }
}

/** Runs the same check as an upload to a server. */
export async function checkFile({ language, source }: ScriptFile, onProgress?: OnProgress): Promise<CheckReport> {
  const { checkScript, openSandbox } = await import('@chessmith/scripting');
  const sandbox = openSandbox({ languages: [language], workersPerLanguage: 2, waiting: PATIENT });
  try {
    return await checkScript(sandbox, { language, source, author: 'you' }, undefined, onProgress);
  } finally {
    await sandbox.close();
  }
}

/** The referee of a script whose start is valid. The caller must close it. */
export async function openScriptFile(
  file: ScriptFile,
): Promise<Result<{ readonly referee: Referee; close(): Promise<void> }, Refusal>> {
  const { checkScript, formatReport, openSandbox, readSource, scriptReferee } = await import('@chessmith/scripting');
  const { name, language } = file;
  const sandbox = openSandbox({ languages: [language], workersPerLanguage: 1, atOnce: 1, waiting: PATIENT });
  const report = await checkScript(sandbox, { ...file, author: 'you' }, { games: 0, cpuMs: 0, wallMs: 0 });
  const source = readSource(file.source);
  if (!report.ok || !source.ok) {
    await sandbox.close();
    return err(refusal('ruleset/refused', `${name} cannot be played.\n${formatReport(report)}`.trimEnd()));
  }
  const referee = scriptReferee(sandbox, { name, language, source: source.value, card: report.card }) as Referee;
  return ok({ referee, close: sandbox.close });
}
