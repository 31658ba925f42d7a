import type { DataFolder } from '@chessmith/server';
import type { Command, Io } from '../command.js';
import { DATA_OPTION, DATA_USAGE, failedUnless, loadServer, withDataFolder } from '../data-option.js';
import { readOptions } from '../options.js';
import { tellReplay } from '../replay-text.js';

export const replay: Command = {
  name: 'replay',
  summary: 'Play a stored game again, ply by ply',
  usage: `chessmith replay GAME | --all [--json] [--data DIR]

  GAME         the id of the game
  --all        every game instead
  --json       a line of JSON for each fact, instead of text
  ${DATA_USAGE}

Folds the facts of the game through its referee and tells what happened and how the game stood afterwards. What is secret
is shown only of games that have ended.

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
      return { code: 'cli/usage', message: 'name a game, or say --all' };
    }
    return withDataFolder('replay', values.data, io, async (folder) => {
      let failures = 0;
      for await (const game of values.all ? everyGame(folder) : positionals) {
        if (!(await tellGame(folder, game, values.json === true, io))) failures++;
      }
      return failedUnless(failures === 0);
    });
  },
};

async function* everyGame(folder: DataFolder): AsyncGenerator<string> {
  for await (const { game } of folder.allGames()) yield game;
}

async function tellGame(folder: DataFolder, game: string, asJson: boolean, io: Io): Promise<boolean> {
  const { replayGame } = await loadServer();
  const replayed = await replayGame(folder, game);
  if (!replayed.ok) {
    await io.err(`chessmith replay: ${game}: ${replayed.error.message}\n`);
    return false;
  }
  if (!asJson) await io.out(tellReplay(replayed.value));
  else for (const fact of replayed.value) await io.out(`${JSON.stringify(fact)}\n`);
  return true;
}
