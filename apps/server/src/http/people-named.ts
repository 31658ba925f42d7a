import type { PersonId } from '@chessmith/people';
import type { ListedGame, Person } from '@chessmith/service';
import type { Core } from '../core.js';

/** Collects the people of the ids in a response, which saves clients a request per name. */
export function peopleNamed(
  { people }: Pick<Core, 'people'>,
  ids: readonly (PersonId | null)[],
): Promise<readonly Person[]> {
  return people.findMany([...new Set(ids.filter((id) => id !== null))]);
}

export const peopleOfGames = (core: Pick<Core, 'people'>, games: readonly ListedGame[]): Promise<readonly Person[]> =>
  peopleNamed(
    core,
    games.flatMap(({ host, seats }) => [host, seats.white, seats.black]),
  );
