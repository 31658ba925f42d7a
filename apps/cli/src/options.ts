import { type ParseArgsConfig, parseArgs } from 'node:util';
import { err, ok, type Result } from '@chessmith/std';
import type { UsageError } from './command.js';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

type Parsed<O extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true; strict: true }>
>;

/**
 * Parses options and positionals with `parseArgs` of `node:util`. It refuses unknown options, missing values and too
 * many positionals.
 */
export function readOptions<const O extends OptionsConfig>(
  args: readonly string[],
  options: O,
  { positionals = 0 }: { positionals?: number } = {},
): Result<Parsed<O>, UsageError> {
  let parsed: Parsed<O>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (isParseError(error)) return usageError(error.message);
    throw error;
  }
  const extra = (parsed.positionals as string[])[positionals];
  return extra === undefined ? ok(parsed) : usageError(`Unexpected argument '${extra}'`);
}

/** An integer option; the range includes both bounds. */
export function readInteger(
  option: string,
  text: string,
  { min, max }: { min: number; max: number },
): Result<number, UsageError> {
  const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return ok(value);
  return usageError(`--${option} takes a whole number from ${min} to ${max}, not '${text}'`);
}

export function usageError(message: string): Result<never, UsageError> {
  return err({ code: 'cli/usage', message });
}

function isParseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}
