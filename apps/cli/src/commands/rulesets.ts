import { type Command, EXIT, type ExitCode, type Io, type UsageError } from '../command.js';
import { readOptions } from '../options.js';
import { refuse } from '../refuse.js';

export const rulesets: Command = {
  name: 'rulesets',
  summary: 'List the built-in rulesets',
  usage: `chessmith rulesets [--json R]

One line each: the name for --ruleset, the size of the board, and a summary.

  --json R   print this ruleset as JSON, as a base for your own

  $ chessmith rulesets --json standard > mine.json
  $ chessmith show --ruleset mine.json`,
  async run(args, io) {
    const options = readOptions(args, { json: { type: 'string' } });
    if (!options.ok) return options.error;
    if (options.value.values.json !== undefined) return print(options.value.values.json, io);
    const { knownRulesets } = await import('../known-rulesets.js');
    const cards = await knownRulesets();
    const width = Math.max(...cards.map(({ name }) => name.length));
    for (const { name, files, ranks, summary } of cards) {
      await io.out(`${name.padEnd(width)}  ${`${files}x${ranks}`.padEnd(5)}  ${summary}\n`);
    }
    return EXIT.done;
  },
};

async function print(name: string, io: Io): Promise<ExitCode | UsageError> {
  const { formatRuleset } = await import('@chessmith/rules');
  const { readRulesetOption } = await import('../ruleset-option.js');
  const ruleset = await readRulesetOption(name);
  if (!ruleset.ok) return refuse('rulesets', ruleset.error, io);
  await io.out(`${JSON.stringify(formatRuleset(ruleset.value), null, 2)}\n`);
  return EXIT.done;
}
