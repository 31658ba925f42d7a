import type { Command, ExitCode, Io, UsageError } from '../command.js';
import { EXIT } from '../command.js';
import { readOptions } from '../options.js';
import type { LoadedReferee } from '../referee-option.js';
import { refuse } from '../refuse.js';

export const play: Command = {
  name: 'play',
  summary: 'Play in the terminal, both sides in turn',
  usage: `chessmith play RULES

RULES is one of 'chessmith rulesets', or your own ruleset (.json) or script (.py, .js, .ts, .pl).
Enter a listed move, 'moves' to list all of them, 'undo' to take a move back, or 'quit'.

  $ chessmith play my-chess.py`,
  async run(args, io) {
    const options = readOptions(args, {}, { positionals: 1 });
    if (!options.ok) return options.error;
    const { readRefereeOption } = await import('../referee-option.js');
    const loaded = await readRefereeOption(options.value.positionals[0]);
    if (!loaded.ok) return refuse('play', loaded.error, io);
    try {
      return await hotSeat(loaded.value, io);
    } finally {
      await loaded.value.close?.();
    }
  },
};

const LISTED = 40;

async function hotSeat({ referee, usual }: LoadedReferee, io: Io): Promise<ExitCode | UsageError> {
  const { randomInt } = await import('node:crypto');
  const { listMoves } = await import('@chessmith/rules');
  const { drawText } = await import('@chessmith/drawing');
  const chance = { int: (bound: number) => randomInt(bound), real: () => randomInt(2 ** 47) / 2 ** 47 };
  const started = await referee.start(usual, chance);
  if (!started.ok) return refuse('play', started.error, io);
  let past: readonly unknown[] = [started.value.position];
  const show = async (): Promise<boolean> => {
    const view = referee.view(past.at(-1), { kind: 'all' });
    await io.out(`\n${drawText({ card: referee.about, view, invalid: null, marked: null })}`);
    return view.outcome !== null;
  };
  const listed = (): readonly string[] => listMoves(referee.about, referee.view(past.at(-1), { kind: 'all' }).choices);
  const ask = async (): Promise<void> => {
    const moves = listed();
    const more = moves.length > LISTED ? ` … (${moves.length}; 'moves' shows all)` : '';
    await io.out(`Moves: ${moves.slice(0, LISTED).join(' ')}${more}\n> `);
  };

  if (await show()) return EXIT.done;
  await ask();
  for await (const line of io.lines(200)) {
    const word = line.trim();
    if (word === 'quit' || word === 'exit') return EXIT.done;
    if (word === 'moves') await io.out(`${listed().join(' ')}\n`);
    else if (word === 'undo') past = past.length > 1 ? past.slice(0, -1) : past;
    else if (word !== '') {
      const ruled = await referee.judge(past.at(-1), word, chance);
      if (ruled.ok) past = [...past, ruled.value.after];
      else await io.out(`${ruled.error.message}\n`);
      if (!ruled.ok && ruled.error.code === 'rules/failed') return EXIT.failed;
      if (ruled.ok && (await show())) return EXIT.done;
    }
    if (word === 'undo') await show();
    await ask();
  }
  return EXIT.done;
}
