import type { GameView } from '@chessmith/game';
import { type PersonId, parseName } from '@chessmith/people';
import { chessGameService } from '@chessmith/protocol';
import type { Core } from '../core.js';

/**
 * Maps players of this contract, who are a team and any name, to people. One person stands for a name in all its
 * games. People of `/api` with the same name stay separate. A name that our rules do not allow counts only within its
 * game.
 */
export function contractPlayers({ people }: Pick<Core, 'people'>) {
  const { tokenless } = people;
  const nameOf = async (id: PersonId): Promise<string> => {
    const person = await people.find(id);
    const name = person.ok ? (person.value.name ?? (await tokenless.displayName(id))) : null;
    return name ?? chessGameService.GUEST_NAME;
  };
  const player = async (id: PersonId | null, team: chessGameService.Team): Promise<chessGameService.Player | null> =>
    id === null ? null : { name: await nameOf(id), team };

  /** The person of an earlier game with this name. */
  async function earlierPerson(name: string): Promise<PersonId | undefined> {
    const id = await tokenless.personNamed(name);
    const person = id === undefined ? undefined : await people.find(id);
    return person?.ok && person.value.name === normalized(name) ? id : undefined;
  }

  return {
    player,
    async players({ seats }: Pick<GameView, 'seats'>): Promise<chessGameService.Players> {
      return { white: await player(seats.white, 'WHITE'), black: await player(seats.black, 'BLACK') };
    },
    /** The person for this name, or a second one if the first already sits in the game. */
    async personNamed(name: string, seated: readonly (PersonId | null)[]): Promise<PersonId> {
      const isNamed = name !== chessGameService.GUEST_NAME;
      const known = isNamed ? await earlierPerson(name) : undefined;
      if (known !== undefined && !seated.includes(known)) return known;
      const named = isNamed ? await people.createGuest({ name }) : undefined;
      const guest = named?.ok ? named : await people.createGuest({});
      if (!guest.ok) throw new Error(guest.error.message);
      const { id } = guest.value.person;
      await tokenless.setDisplayName(id, name);
      if (named?.ok && known === undefined) await tokenless.setPersonNamed(name, id);
      return id;
    },
    /** Whether this person is a player of this contract with this name. */
    async hasName(id: PersonId, name: string): Promise<boolean> {
      const own = await nameOf(id);
      if (own !== normalized(name)) return false;
      if ((await tokenless.displayName(id)) !== undefined) return true;
      return (await tokenless.personNamed(own)) === id;
    },
  };
}

export type Players = ReturnType<typeof contractPlayers>;

/** The name after normalisation; unchanged if our rules do not allow it. */
function normalized(name: string): string {
  const read = parseName(name);
  return read.ok ? read.value : name;
}
