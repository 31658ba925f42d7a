import type { Version } from '@chessmith/game';
import type { Store } from '@chessmith/service';
import { gameId, type Moves, personId } from './moves.js';

const COUNT = 2000;

/** `store/read`: the CPU time of reads in the calling thread. */
export async function benchReads({ games, directory }: Store, moves: Moves): Promise<void> {
  await benchRead('the version of a game', (game) => games.versionOf(gameId(game)));
  await benchRead('a command that is remembered', (game) => games.findReceipt(gameId(game), personId(game), 'none'));
  await benchRead('the last fact of a game', (game) =>
    games.factsOf(gameId(game), { after: (moves.versionOf(game) - 1) as Version }),
  );
  await benchRead('50 facts of a game', (game) =>
    games.factsOf(gameId(game), { after: Math.max(moves.versionOf(game) - 50, 0) as Version }),
  );
  await benchRead('a list of 20 games', () => directory.list({ situations: ['running'] }, { limit: 20 }));

  async function benchRead(name: string, read: (game: number) => Promise<unknown>): Promise<void> {
    const cpu = process.cpuUsage();
    for (let index = 0; index < COUNT; index++) await read(index % moves.games);
    const { user, system } = process.cpuUsage(cpu);
    console.log(`store/read ${name}: ${((user + system) / COUNT).toFixed(1)} µs`);
  }
}
