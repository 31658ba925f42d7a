import { type Command, EXIT } from '../command.js';
import { readOptions } from '../options.js';

export const rulesets: Command = {
  name: 'rulesets',
  summary: 'List the rulesets that come with the house',
  usage: `chessmith rulesets

One line each: the name that --ruleset takes, the size of the board, and what is special about it.`,
  async run(args, io) {
    const options = readOptions(args, {});
    if (!options.ok) return options.error;
    const { knownRulesets } = await import('../known-rulesets.js');
    const cards = await knownRulesets();
    const width = Math.max(...cards.map(({ name }) => name.length));
    for (const { name, files, ranks, summary } of cards) {
      await io.out(`${name.padEnd(width)}  ${`${files}x${ranks}`.padEnd(5)}  ${summary}\n`);
    }
    return EXIT.done;
  },
};
