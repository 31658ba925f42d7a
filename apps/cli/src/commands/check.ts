import type { Answered, CheckProgress } from '@chessmith/scripting';
import { assertNever } from '@chessmith/std';
import { type Command, EXIT } from '../command.js';
import { readOptions, usageError } from '../options.js';
import { refuse } from '../refuse.js';

export const check: Command = {
  name: 'check',
  summary: 'Check rules that you wrote',
  usage: `chessmith check FILE

FILE is a script (.py, .js, .ts, .pl) or a ruleset of JSON. A script is put through what a server does at upload: it is
read, its two functions are looked for, its start is made, and it plays random games against itself, within the budget of
every call. The first thing that is wrong is told with its line, and so is what a limit of the check left untried. A ruleset
is read, the theories in it are asked from every square, and every mistake is told with its place. In a terminal a line
counts meanwhile.

  $ chessmith check my-chess.py`,
  async run(args, io) {
    const options = readOptions(args, {}, { positionals: 1 });
    if (!options.ok) return options.error;
    const [path] = options.value.positionals;
    if (path === undefined) return refuse('check', usage('a FILE is missing'), io);
    const tell = (progress: CheckProgress) => io.progress?.(lineOf(progress));
    const { checkFile, readScriptFile } = await import('../script-file.js');
    const file = await readScriptFile(path);
    if (file?.ok === false) return refuse('check', file.error, io);
    if (file !== undefined) {
      const { formatReport } = await import('@chessmith/scripting');
      const report = await checkFile(file.value, tell);
      io.progress?.('');
      await io.out(formatReport(report));
      return report.ok ? EXIT.done : EXIT.failed;
    }
    const { isRulesetFile, readRulesetFile } = await import('../ruleset-option.js');
    if (!isRulesetFile(path))
      return refuse('check', usage(`'${path}' ends neither in .py, .js, .ts, .pl nor in .json`), io);
    const made = await readRulesetFile(path, tell);
    io.progress?.('');
    if (!made.ok) return refuse('check', made.error, io);
    const { ruleset, answered } = made.value;
    await io.out(`The ruleset is sound: ${ruleset.title}.\n`);
    if (answered !== null) await io.out(tellTheories(answered));
    return EXIT.done;
  },
};

function lineOf({ step, done, of, moves = 0 }: CheckProgress): string {
  switch (step) {
    case 'reading':
      return 'Reading the script …';
    case 'start':
      return 'Making the start …';
    case 'self-play':
      return `Playing random games … ${done} of ${of} have ended, ${moves} moves`;
    case 'theories':
      return `Asking the theories … ${done} of ${of} have answered`;
    default:
      return assertNever(step);
  }
}

function tellTheories({ tables, printed }: Answered): string {
  const lines = Object.entries(tables).map(([name, table]) => {
    const targets = Object.values(table).flat(2).length;
    return `  ${name}: ${targets} targets from ${Object.keys(table).length} squares`;
  });
  return ['Its theories were asked from every square, and lead to these:', ...lines, printed]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function usage(message: string) {
  const error = usageError(message);
  return error.ok ? error.value : error.error;
}
