import type { Millis } from '@chessmith/game';
import { later } from '@chessmith/game';
import { err, ok } from '@chessmith/std';
import { shownTo, withoutCode } from '../games/find-game.js';
import { UNKNOWN } from '../people/guests.js';
import type { QueryDefinition } from './definition.js';

/** The answer is one list, as in seed 002, and kept; who wants all turns the pages of `gamesOf`. */
const MOST_GAMES = 200;
/** Other servers may have written what this one has not heard of. */
const LASTS_MS = 30_000 as Millis;

/** The latest 200 games of a person, the latest first: all for themselves, the public ones for others. Somebody unknown is refused. */
export const userGames: QueryDefinition<'UserGames'> = {
  key: ({ person }, asking) => userGamesKey(person, asking.person === person),
  dependsOn: () => [],
  async compute({ person }, look) {
    if ((await look.people.person(person)) === undefined) return err(UNKNOWN);
    const { games } = await look.directory.gamesOf(person, shownTo(look.person, person), { limit: MOST_GAMES });
    return ok(games.map(withoutCode));
  },
  expiry: ({ now }) => ({ kind: 'at', instant: later(now, LASTS_MS) }),
};

export const userGamesKey = (person: string, isOwn: boolean): string =>
  `usergames:${person}:${isOwn ? 'own' : 'public'}`;
