import type { Millis } from '@chessmith/game';
import { later } from '@chessmith/game';
import { err, ok } from '@chessmith/std';
import { visibleSearch, withoutCode } from '../games/find-game.js';
import { UNKNOWN_PERSON } from '../people/guests.js';
import type { QueryDefinition } from './definition.js';

/** The result is one cached list; `gamesOf` has pages for longer lists. */
const MAX_GAMES = 200;
/** Another server may have created games without a signal to this one. */
const EXPIRES_AFTER_MS = 30_000 as Millis;

/**
 * The latest 200 games of a person, latest first: all for themselves, the public ones for others. Refuses an unknown
 * person.
 */
export const userGames: QueryDefinition<'UserGames'> = {
  key: ({ person }, viewer) => userGamesKey(person, viewer.person === person),
  async compute({ person }, context) {
    if ((await context.people.person(person)) === undefined) return err(UNKNOWN_PERSON);
    const { games } = await context.directory.gamesOf(person, visibleSearch(context.person, person), {
      limit: MAX_GAMES,
    });
    return ok(games.map(withoutCode));
  },
  expiry: ({ now }) => ({ kind: 'at', instant: later(now, EXPIRES_AFTER_MS) }),
};

export const userGamesKey = (person: string, isOwn: boolean): string =>
  `usergames:${person}:${isOwn ? 'own' : 'public'}`;
