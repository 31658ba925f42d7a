import { type Command, EXIT } from '../command.js';
import { DATA_OPTION, loadServer, openProgress, readDataOption } from '../data-option.js';
import { readInteger, readOptions } from '../options.js';
import { refuse } from '../refuse.js';

const MOST_GAMES = 10_000;

export const demo: Command = {
  name: 'demo',
  summary: 'Fill an empty data folder with played games',
  usage: `chessmith demo [--games N] [--seed S] [--data DIR]

  --games N    how many games, 24 unless said otherwise
  --seed S     a whole number; the same number brings the same games, to the instant
  --data DIR   the data folder, ./data unless said otherwise (or CHESSMITH_DATA)

Games of many rulesets, both kinds of quantum chess among them: won by mate, by a flag or by giving up, drawn in several
ways, and some that still go on, with clocks and chat. They are played through the service as people would play them.
Nobody can log in as one of their players.

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
    const tell = openProgress(io);
    const played = await playDemo(data.value, {
      games: games.value,
      ...(seed === undefined ? {} : { seed: seed.value }),
      progress: (count) => void tell(() => `${count} of ${games.value} games`),
    });
    if (!played.ok) return refuse('demo', played.error, io);
    const { finished, unfinished } = played.value;
    await io.out(`${finished + unfinished} games in ${data.value}, ${unfinished} of them unfinished.\n`);
    return EXIT.done;
  },
};
