import type { Refusal } from '@chessmith/rules';
import { EXIT, type ExitCode, type Io, type UsageError } from './command.js';

/** Ends a command: a usage error goes back to whoever tells it with the hint to help, any other refusal is told here. */
export async function refuse(command: string, error: UsageError | Refusal, io: Io): Promise<ExitCode | UsageError> {
  if (isUsageError(error)) return error;
  await io.err(`chessmith ${command}: ${error.message}\n`);
  return EXIT.failed;
}

const isUsageError = (error: UsageError | Refusal): error is UsageError => error.code === 'cli/usage';
