import { err, ok, type Result } from '@chessmith/std';
import { t } from '../messages/variants.js';
import { type FormatName, formatOfFile, guessFormat } from './formats.js';

const MOST_BYTES = 2 ** 20;

/** The text of a chosen file, or the reason why it cannot be read. */
export async function readRulesFile(
  file: File,
): Promise<Result<{ readonly source: string; readonly format: FormatName | undefined }, string>> {
  if (file.size > MOST_BYTES) {
    const megabytes = (file.size / MOST_BYTES).toFixed(1);
    return err(t('write.fileTooLarge', { file: file.name, megabytes }));
  }
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return err(t('write.fileNotUtf8', { file: file.name }));
  }
  if (source.includes('\0')) return err(t('write.fileNotText', { file: file.name }));
  const lines = source.replaceAll('\r\n', '\n');
  return ok({ source: lines, format: formatOfFile(file.name) ?? guessFormat(lines) });
}
