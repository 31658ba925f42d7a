import { createWriteStream, existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Command, EXIT, type ExitCode, type Io } from '../command.js';
import { DATA_OPTION, DATA_USAGE, failedUnless, loadServer, withDataFolder } from '../data-option.js';
import { readOptions } from '../options.js';
import { write } from '../process-io.js';

type Out = (text: string) => Promise<void>;

export const exportCommand: Command = {
  name: 'export',
  summary: 'Export stored games as PGN or JSON lines',
  usage: `chessmith export GAME ... | --all [--ruleset R] [--public] [--json] [--to FILE] [--force] [--data DIR]

  GAME ...      the ids of the games
  --all         all games instead
  --ruleset R   with --all: only games of this ruleset
  --public      with --all: only games that are not private
  --json        a JSON line per game, with its facts, instead of PGN
  --to FILE     write to this file instead of standard output; --force replaces an existing one
  ${DATA_USAGE}

Secrets of a game, such as its join code or which fragment of a piece is the real one, are left out until the game has
ended. Games are written one by one while they are read.

  $ chessmith export --all --to games.pgn`,
  async run(args, io) {
    const options = readOptions(
      args,
      {
        ...DATA_OPTION,
        all: { type: 'boolean' },
        ruleset: { type: 'string' },
        public: { type: 'boolean' },
        json: { type: 'boolean' },
        to: { type: 'string' },
        force: { type: 'boolean' },
      },
      { positionals: Number.POSITIVE_INFINITY },
    );
    if (!options.ok) return options.error;
    const { values, positionals } = options.value;
    if (positionals.length > 0 === (values.all === true)) {
      return { code: 'cli/usage', message: 'name the games, or use --all' };
    }
    if (!values.all && (values.public || values.ruleset !== undefined)) {
      return { code: 'cli/usage', message: '--public and --ruleset work only with --all' };
    }
    const { to } = values;
    if (to !== undefined && values.force !== true && existsSync(to)) {
      await io.err(`chessmith export: ${to} exists already; use --force to replace it.\n`);
      return EXIT.failed;
    }
    return withDataFolder('export', values.data, io, async (folder, path) => {
      if (to !== undefined && isOfData(path, to)) {
        await io.err(`chessmith export: ${to} is part of the data folder; choose another file.\n`);
        return EXIT.failed;
      }
      return writingTo(to, io, async (out) => {
        const { exportGames } = await loadServer();
        const which = values.all
          ? { ...(values.ruleset === undefined ? {} : { ruleset: values.ruleset }), publicOnly: values.public === true }
          : { games: positionals };
        let failures = 0;
        for await (const { game, text } of exportGames(folder, values.json ? 'json' : 'pgn', which)) {
          if (text.ok) await out(text.value);
          else {
            failures++;
            await io.err(`chessmith export: ${game}: ${text.error.message}\n`);
          }
        }
        return failedUnless(failures === 0);
      });
    });
  },
};

/** Whether a file is the exported database, lies in its folder, or is one of SQLite's files beside it. */
function isOfData(data: string, file: string): boolean {
  if (!existsSync(file)) return false;
  const [kept, meant] = [realpathSync(data), realpathSync(file)];
  return meant === kept || dirname(meant) === kept || meant.startsWith(`${kept}-`);
}

async function writingTo(file: string | undefined, io: Io, work: (out: Out) => Promise<ExitCode>): Promise<ExitCode> {
  if (file === undefined) return work(io.out);
  const stream = createWriteStream(file);
  const done = finished(stream);
  try {
    const code = await work((text) => Promise.race([write(stream, text), done]));
    stream.end();
    await done;
    return code;
  } catch (error) {
    stream.destroy();
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    await io.err(`chessmith export: ${error.message}\n`);
    return EXIT.failed;
  }
}
