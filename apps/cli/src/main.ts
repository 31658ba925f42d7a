import { readFile } from 'node:fs/promises';
import { type Command, EXIT, type ExitCode, type Io, type UsageError } from './command.js';
import { helpFor } from './commands/help.js';
import { COMMANDS } from './commands/index.js';

/** The `chessmith` command: finds the subcommand, runs it, and returns the exit code. */
export async function main(
  args: readonly string[],
  io: Io,
  commands: readonly Command[] = COMMANDS,
): Promise<ExitCode> {
  const help = helpFor(commands);
  const [word, ...rest] = args;
  if (word === undefined || isHelp(word)) return exitCode(help, await help.run([], io), io);
  if (word === '--version' || word === '-v') {
    await io.out(`${await version()}\n`);
    return EXIT.done;
  }
  const command = [...commands, help].find(({ name }) => name === word);
  if (command === undefined) {
    const what = word.startsWith('-') ? 'option' : 'command';
    await io.err(`chessmith: unknown ${what} '${word}'. See 'chessmith help'.\n`);
    return EXIT.usage;
  }
  if (beforeDashes(rest).some(isHelp)) return exitCode(help, await help.run([command.name], io), io);
  return exitCode(command, await command.run(rest, io), io);
}

async function exitCode({ name }: Command, answer: ExitCode | UsageError, io: Io): Promise<ExitCode> {
  if (typeof answer === 'number') return answer;
  await io.err(`chessmith ${name}: ${answer.message}\nSee 'chessmith ${name} --help'.\n`);
  return EXIT.usage;
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

function beforeDashes(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}

async function version(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
