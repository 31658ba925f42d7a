import type { DataFolder } from '@chessmith/server';
import type { Command, Io } from '../command.js';
import { DATA_OPTION, DATA_USAGE, failedUnless, loadServer, withDataFolder } from '../data-option.js';
import { readOptions } from '../options.js';
import { formatReplay } from '../replay-text.js';

export const replay: Command = {
  name: 'replay',
  summary: 'Replay a stored game, ply by ply',
  usage: `chessmith replay GAME | --all [--json] [--data DIR]

  GAME         the id of the game
  --all        every game instead
  --json       a JSON line per fact, instead of text
  ${DATA_USAGE}

Replays the facts of the game and prints each with the position after it. Secrets are shown only for games that have
ended.

  $ chessmith replay 8LPA7mdJyMxC`,
  async run(args, io) {
    const options = readOptions(
      args,
      { ...DATA_OPTION, all: { type: 'boolean' }, json: { type: 'boolean' } },
      { positionals: 1 },
    );
    if (!options.ok) return options.error;
    const { values, positionals } = options.value;
    if (positionals.length > 0 === (values.all === true)) {
      return { code: 'cli/usage', message: 'name a game, or use --all' };
    }
    return withDataFolder('replay', values.data, io, async (folder) => {
      let failures = 0;
      for await (const game of values.all ? everyGame(folder) : positionals) {
        if (!(await printGame(folder, game, values.json === true, io))) failures++;
      }
      return failedUnless(failures === 0);
    });
  },
};

async function* everyGame(folder: DataFolder): AsyncGenerator<string> {
  for await (const { game } of folder.allGames()) yield game;
}

async function printGame(folder: DataFolder, game: string, asJson: boolean, io: Io): Promise<boolean> {
  const { replayGame } = await loadServer();
  const replayed = await replayGame(folder, game);
  if (!replayed.ok) {
    await io.err(`chessmith replay: ${game}: ${replayed.error.message}\n`);
    return false;
  }
  if (!asJson) await io.out(formatReplay(replayed.value));
  else for (const fact of replayed.value) await io.out(`${JSON.stringify(fact)}\n`);
  return true;
}
