import type { Contestant } from './contestant.js';
import type { RandomGame } from './lines.js';
import { type OpenMatch, openMatches } from './match.js';

/** Moves per CPU-second of the server while all matches play their lines as fast as they can. */
export async function movesPerSecond(
  contestant: Contestant,
  open: OpenMatch,
  lines: readonly RandomGame[],
): Promise<number> {
  const matches = await openMatches(open, lines);
  const before = await contestant.usage();
  await Promise.all(
    matches.map(async (match, index) => {
      for (const _ of lines[index]!) await match.move();
    }),
  );
  const after = await contestant.usage();
  for (const match of matches) match.close();
  return (lines.reduce((sum, { length }) => sum + length, 0) * 1e6) / (after.cpuUs - before.cpuUs);
}
