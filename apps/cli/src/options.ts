import { type ParseArgsConfig, parseArgs } from 'node:util';
import { err, ok, type Result } from '@chessmith/std';
import type { UsageError } from './command.js';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

type Parsed<O extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true; strict: true }>
>;

/**
 * Options and positionals of a command, in the words of `node:util`'s `parseArgs`. An unknown option, a missing value or
 * more positionals than the command takes are refused.
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

/** A whole number given as the value of an option; both bounds belong to the range. */
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
