import { type Command, EXIT, type Io } from '../command.js';

/** `chessmith`, `chessmith help`, `chessmith help <command>` and every `--help`. */
export function helpFor(commands: readonly Command[]): Command {
  const help: Command = {
    name: 'help',
    summary: 'List the commands, or explain one',
    usage: 'chessmith help [command]',
    async run(args, io) {
      const [name, extra] = args;
      if (name === undefined) return printOverview([...commands, help], io);
      const command = [...commands, help].find((candidate) => candidate.name === name);
      if (command === undefined || extra !== undefined) {
        return { code: 'cli/usage', message: 'expected the name of one command' };
      }
      await io.out(`${command.summary}.\n\n${command.usage.trim()}\n`);
      return EXIT.done;
    },
  };
  return help;
}

async function printOverview(commands: readonly Command[], io: Io) {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  await io.out(`chessmith: play any chess you can describe.

Usage: chessmith <command> [options]

Commands:
${lines.join('\n')}

  chessmith <command> --help   explain a command
  chessmith --version          print the version
`);
  return EXIT.done;
}
