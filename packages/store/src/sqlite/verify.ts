import type { GameId } from '@chessmith/game';
import type { GameDamaged } from '@chessmith/service';
import { readFacts } from './games.js';
import type { Reader } from './reader.js';

const GAMES_AT_ONCE = 200;

/** Goes through all games, a few at a time, so that whoever else wants to read gets a turn. */
export async function* damagedGames(reader: Reader): AsyncGenerator<GameDamaged> {
  let last = 0;
  for (;;) {
    const games = reader.all<{ n: number; id: string }>(
      'SELECT n, id FROM games WHERE n > ? ORDER BY n LIMIT ?',
      ...[last, GAMES_AT_ONCE],
    );
    for (const game of games) {
      const facts = readFacts(reader, game.id as GameId, 0);
      if (!facts.ok) yield facts.error;
      last = game.n;
    }
    if (games.length === 0) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
