import { compile, type Position, positionFromFen, type Refusal, startPosition } from '@chessmith/rules';
import type { Result } from '@chessmith/std';
import type { UsageError } from './command.js';
import { readInteger, usageError } from './options.js';
import { readRulesetOption } from './ruleset-option.js';

export type PositionOptions = {
  readonly ruleset?: string | undefined;
  readonly fen?: string | undefined;
  readonly number?: string | undefined;
};

/** The position that `--ruleset`, `--fen` and `--number` select; it may be invalid. */
export async function readPositionOption(options: PositionOptions): Promise<Result<Position, UsageError | Refusal>> {
  const ruleset = await readRulesetOption(options.ruleset);
  if (!ruleset.ok) return ruleset;
  const { fen, number } = options;
  if (fen !== undefined && number !== undefined) return usageError('--fen and --number exclude each other');
  const engine = compile(ruleset.value);
  if (fen !== undefined) return positionFromFen(engine, fen);
  if (number === undefined) return startPosition(engine);
  const chosen = readInteger('number', number, { min: 0, max: 959 });
  return chosen.ok ? startPosition(engine, chosen.value) : chosen;
}
