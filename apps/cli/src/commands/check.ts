import { type Command, EXIT } from '../command.js';
import { readOptions, usageError } from '../options.js';
import { refuse } from '../refuse.js';

export const check: Command = {
  name: 'check',
  summary: 'Check rules that you wrote',
  usage: `chessmith check FILE

FILE is a script (.py, .js, .ts, .pl) or a ruleset of JSON. A script is put through what a server does at upload: it is
read, its two functions are looked for, its start is made, and it plays random games against itself, every move twice,
within the budget of every call. The first thing that is wrong is told with its line.

  $ chessmith check my-chess.py`,
  async run(args, io) {
    const options = readOptions(args, {}, { positionals: 1 });
    if (!options.ok) return options.error;
    const [path] = options.value.positionals;
    if (path === undefined) return refuse('check', usage('a FILE is missing'), io);
    const { checkFile, readScriptFile } = await import('../script-file.js');
    const file = await readScriptFile(path);
    if (file?.ok === false) return refuse('check', file.error, io);
    if (file !== undefined) {
      const { formatReport } = await import('@chessmith/scripting');
      const report = await checkFile(file.value);
      await io.out(formatReport(report));
      return report.ok ? EXIT.done : EXIT.failed;
    }
    if (!path.endsWith('.json'))
      return refuse('check', usage(`'${path}' ends neither in .py, .js, .ts, .pl nor in .json`), io);
    const { readRulesetOption } = await import('../ruleset-option.js');
    const ruleset = await readRulesetOption(path);
    if (!ruleset.ok) return refuse('check', ruleset.error, io);
    await io.out(`The ruleset is sound: ${ruleset.value.title}.\n`);
    return EXIT.done;
  },
};

function usage(message: string) {
  const error = usageError(message);
  return error.ok ? error.value : error.error;
}
