import type { CheckProgress, TheoryAnswers } from '@chessmith/scripting';
import { assertNever } from '@chessmith/std';
import { type Command, EXIT } from '../command.js';
import { readOptions, usageError } from '../options.js';
import { refuse } from '../refuse.js';

export const check: Command = {
  name: 'check',
  summary: 'Check a script or a ruleset file',
  usage: `chessmith check FILE

FILE is a script (.py, .js, .ts, .pl) or a ruleset (.json). A script gets the same check as an upload to a server: its
source is read, its two functions must exist, its start must be valid, and it plays random games against itself, within the
limits of every call. The report names the first error with its line, and what the limits of the check left untried. A
ruleset is read, its theories are evaluated from every square, and the report lists every error with its place. In a
terminal a status line shows the progress.

  $ chessmith check my-chess.py`,
  async run(args, io) {
    const options = readOptions(args, {}, { positionals: 1 });
    if (!options.ok) return options.error;
    const [path] = options.value.positionals;
    if (path === undefined) return refuse('check', usage('FILE is missing'), io);
    const onProgress = (progress: CheckProgress) => io.progress?.(lineOf(progress));
    const { checkFile, readScriptFile } = await import('../script-file.js');
    const file = await readScriptFile(path);
    if (file?.ok === false) return refuse('check', file.error, io);
    if (file !== undefined) {
      const { formatReport } = await import('@chessmith/scripting');
      const report = await checkFile(file.value, onProgress);
      io.progress?.('');
      await io.out(formatReport(report));
      return report.ok ? EXIT.done : EXIT.failed;
    }
    const { isRulesetFile, readRulesetFile } = await import('../ruleset-option.js');
    if (!isRulesetFile(path))
      return refuse('check', usage(`'${path}' has no known extension; use .py, .js, .ts, .pl or .json`), io);
    const made = await readRulesetFile(path, onProgress);
    io.progress?.('');
    if (!made.ok) return refuse('check', made.error, io);
    const { ruleset, answered } = made.value;
    await io.out(`The ruleset is valid: ${ruleset.title}.\n`);
    if (answered !== null) await io.out(formatTheories(answered));
    return EXIT.done;
  },
};

function lineOf({ step, done, of, moves = 0 }: CheckProgress): string {
  switch (step) {
    case 'reading':
      return 'Reading the script …';
    case 'start':
      return 'Creating the start position …';
    case 'self-play':
      return `Playing random games … ${done} of ${of} finished, ${moves} moves`;
    case 'theories':
      return `Evaluating theories … ${done} of ${of}`;
    default:
      return assertNever(step);
  }
}

function formatTheories({ tables, printed }: TheoryAnswers): string {
  const lines = Object.entries(tables).map(([name, table]) => {
    const targets = Object.values(table).flat(2).length;
    return `  ${name}: ${targets} targets from ${Object.keys(table).length} squares`;
  });
  return ['Targets of its theories:', ...lines, printed].join('\n').trimEnd().concat('\n');
}

function usage(message: string) {
  const error = usageError(message);
  return error.ok ? error.value : error.error;
}
