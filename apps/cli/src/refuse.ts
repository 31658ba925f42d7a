import type { Refusal } from '@chessmith/rules';
import { EXIT, type ExitCode, type Io, type UsageError } from './command.js';

/**
 * Ends a command with an error: prints a refusal here, and returns a usage error to `main`, which adds the hint to
 * `--help`.
 */
export async function refuse(command: string, error: UsageError | Refusal, io: Io): Promise<ExitCode | UsageError> {
  if (isUsageError(error)) return error;
  await io.err(`chessmith ${command}: ${error.message}\n`);
  return EXIT.failed;
}

const isUsageError = (error: UsageError | Refusal): error is UsageError => error.code === 'cli/usage';
