import { type Command, EXIT } from '../command.js';
import { DATA_OPTION, loadServer, progressReporter, readDataOption } from '../data-option.js';
import { readInteger, readOptions } from '../options.js';
import { refuse } from '../refuse.js';

const MOST_GAMES = 10_000;

export const demo: Command = {
  name: 'demo',
  summary: 'Fill an empty data folder with sample games',
  usage: `chessmith demo [--games N] [--seed S] [--data DIR]

  --games N    how many games (default: 24)
  --seed S     an integer; the same seed gives the same games with the same times
  --data DIR   the data folder (default: ./data, or CHESSMITH_DATA)

The games use many rulesets, including both kinds of quantum chess. They are won by mate, on time or by resignation, drawn
in several ways, or still running, with clocks and chat. Their players are guests, and no one can log in as one of them.

  $ chessmith demo --data demo-data
  $ chessmith serve --data demo-data`,
  async run(args, io) {
    const options = readOptions(args, {
      ...DATA_OPTION,
      games: { type: 'string', default: '24' },
      seed: { type: 'string' },
    });
    if (!options.ok) return options.error;
    const { values } = options.value;
    const games = readInteger('games', values.games, { min: 1, max: MOST_GAMES });
    if (!games.ok) return games.error;
    const seed = values.seed === undefined ? undefined : readInteger('seed', values.seed, { min: -1e15, max: 1e15 });
    if (seed?.ok === false) return seed.error;
    const data = await readDataOption(values.data);
    if (!data.ok) return data.error;
    const { playDemo } = await loadServer();
    const report = progressReporter(io);
    const played = await playDemo(data.value, {
      games: games.value,
      ...(seed === undefined ? {} : { seed: seed.value }),
      progress: (count) => void report(() => `${count} of ${games.value} games`),
    });
    if (!played.ok) return refuse('demo', played.error, io);
    const { finished, unfinished } = played.value;
    await io.out(`${finished + unfinished} games in ${data.value}, ${unfinished} of them unfinished.\n`);
    return EXIT.done;
  },
};
