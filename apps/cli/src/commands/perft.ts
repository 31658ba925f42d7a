import type { Refusal } from '@chessmith/rules';
import type { Result } from '@chessmith/std';
import { type Command, EXIT, type Io } from '../command.js';
import { readInteger, readOptions, usageError } from '../options.js';
import { refuse } from '../refuse.js';

const DEEPEST = 30;
/** A count that takes longer reports its progress. */
const SILENT_MS = 2000;

export const perft: Command = {
  name: 'perft',
  summary: 'Count the leaf positions of the move tree',
  usage: `chessmith perft --ruleset R --depth N [--fen F | --number N] [--divide]

  --ruleset R   one of 'chessmith rulesets', or your own file: a ruleset (.json) or a script (.py, .js, .ts, .pl)
  --depth N     plies, 0 to ${DEEPEST}
  --fen F       the position to count from (default: the start position)
  --number N    the number of a chess960 start
  --divide      also print the count for each first move

Quantum chess has no perft: its moves lead to several positions, and measurements are random.
The last line is the count alone. A long count reports its progress on the error stream.

  $ chessmith perft --ruleset standard --depth 4
  197281`,
  async run(args, io) {
    const options = readOptions(args, {
      ruleset: { type: 'string' },
      depth: { type: 'string' },
      fen: { type: 'string' },
      number: { type: 'string' },
      divide: { type: 'boolean' },
    });
    if (!options.ok) return options.error;
    const { values } = options.value;
    const depth =
      values.depth === undefined
        ? usageError('--depth is missing')
        : readInteger('depth', values.depth, { min: 0, max: DEEPEST });
    if (!depth.ok) return depth.error;
    const { readScriptFile } = await import('../script-file.js');
    const script = values.ruleset === undefined ? undefined : await readScriptFile(values.ruleset);
    if (script !== undefined) {
      if (values.fen !== undefined || values.number !== undefined) {
        return { code: 'cli/usage', message: 'a script decides how its game starts; remove --fen and --number' };
      }
      const total = script.ok ? await countByScript(script.value, depth.value, values.divide === true, io) : script;
      if (!total.ok) return refuse('perft', total.error, io);
      await io.out(`${total.value}\n`);
      return EXIT.done;
    }
    const { readPositionOption } = await import('../position-option.js');
    const position = await readPositionOption(values);
    if (!position.ok) return refuse('perft', position.error, io);
    const total = await count(position.value, depth.value, values.divide === true, io);
    await io.out(`${total}\n`);
    return EXIT.done;
  },
};

type Position = import('@chessmith/rules').Position;

async function count(position: Position, depth: number, isDivided: boolean, io: Io): Promise<number> {
  if (depth === 0) return 1;
  const { formatUci, legalMoves, perft, play, undo } = await import('@chessmith/rules');
  const moves = legalMoves(position);
  const began = Date.now();
  let total = 0;
  for (const [done, move] of moves.entries()) {
    if (Date.now() - began > SILENT_MS) await io.err(`${done} of ${moves.length} moves, ${total} so far\n`);
    const text = formatUci(position, move);
    play(position, move);
    const leaves = perft(position, depth - 1);
    undo(position);
    total += leaves;
    if (isDivided) await io.out(`${text}: ${leaves}\n`);
  }
  return total;
}

type ScriptFile = import('../script-file.js').ScriptFile;

async function countByScript(
  file: ScriptFile,
  depth: number,
  isDivided: boolean,
  io: Io,
): Promise<Result<number, Refusal>> {
  const { openScriptFile } = await import('../script-file.js');
  const { divideBy } = await import('../referee-perft.js');
  const script = await openScriptFile(file);
  if (!script.ok) return script;
  const began = Date.now();
  let total = 0;
  let done = 0;
  try {
    if (depth === 0) return { ok: true, value: 1 };
    for await (const part of divideBy(script.value.referee, depth)) {
      if (!part.ok) return part;
      const { move, leaves, of } = part.value;
      total += leaves;
      done++;
      if (isDivided) await io.out(`${move}: ${leaves}\n`);
      if (Date.now() - began > SILENT_MS) await io.err(`${done} of ${of} moves, ${total} so far\n`);
    }
    return { ok: true, value: total };
  } finally {
    await script.value.close();
  }
}
