import { err, ok, type Result } from '@chessmith/std';
import { type FormName, formOfFile, guessForm } from './forms.js';

const MOST_BYTES = 2 ** 20;

/** The text of a file that somebody chose, or why it cannot be rules. */
export async function readRulesFile(
  file: File,
): Promise<Result<{ readonly source: string; readonly form: FormName | undefined }, string>> {
  if (file.size > MOST_BYTES) {
    const megabytes = (file.size / MOST_BYTES).toFixed(1);
    return err(`${file.name} has ${megabytes} MB, and rules may have 1 MB.`);
  }
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return err(`${file.name} is not text in UTF-8. Save it in that encoding, or choose another file.`);
  }
  if (source.includes('\0')) return err(`${file.name} is not a text file.`);
  const lines = source.replaceAll('\r\n', '\n');
  return ok({ source: lines, form: formOfFile(file.name) ?? guessForm(lines) });
}
