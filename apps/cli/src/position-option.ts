import { compile, type Position, positionFromFen, type Refusal, startPosition } from '@chessmith/rules';
import { ok, type Result } from '@chessmith/std';
import type { UsageError } from './command.js';
import { readInteger, usageError } from './options.js';
import { readRulesetOption } from './ruleset-option.js';

export type PositionOptions = { readonly ruleset?: string; readonly fen?: string; readonly number?: string };

/**
 * The position that `--ruleset`, `--fen` and `--number` choose. Options that do not go together are a usage error; a FEN
 * that cannot be read is the ruleset's own refusal.
 */
export function readPositionOption(options: PositionOptions): Result<Result<Position, Refusal>, UsageError> {
  const ruleset = readRulesetOption(options.ruleset);
  if (!ruleset.ok) return ruleset;
  if (options.fen !== undefined && options.number !== undefined)
    return usageError('--fen and --number exclude each other');
  const engine = compile(ruleset.value);
  if (options.fen !== undefined) return ok(positionFromFen(engine, options.fen));
  if (options.number === undefined) return ok(startPosition(engine));
  const number = readInteger('number', options.number, { min: 0, max: 959 });
  return number.ok ? ok(startPosition(engine, number.value)) : number;
}
