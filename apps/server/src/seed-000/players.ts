import type { GameView } from '@chessmith/game';
import { nameKey, type PersonId, parseName } from '@chessmith/people';
import { seed000 } from '@chessmith/protocol';
import type { Core } from '../core.js';
import { calledBy } from '../edge/called.js';

/**
 * The people behind seed 000's players, who are a team and any name. Whoever says a name of that contract is its player,
 * in every game, for the contract knows no more of them; a name that one of our own people has stays theirs. A name that
 * is not to be had, or is none by our rules, counts within its game only.
 */
export function openPlayers({ service, settings }: Pick<Core, 'service' | 'settings'>) {
  const nameOf = async (id: PersonId): Promise<string> => {
    const person = await service.person(id);
    const called = person.ok ? (person.value.name ?? (await settings.get(calledBy(id)))) : null;
    return (called as string | undefined | null) ?? seed000.GUEST_NAME;
  };
  const player = async (id: PersonId | null, team: seed000.Team): Promise<seed000.Player | null> =>
    id === null ? null : { name: await nameOf(id), team };

  /** The player of an earlier game who was made under this name and still has it. */
  async function earlier(name: string): Promise<PersonId | undefined> {
    const id = (await settings.get(playerCalled(name))) as PersonId | undefined;
    const person = id === undefined ? undefined : await service.person(id);
    return person?.ok && person.value.name === name ? id : undefined;
  }

  return {
    player,
    async players({ seats }: Pick<GameView, 'seats'>): Promise<seed000.Players> {
      return { white: await player(seats.white, 'WHITE'), black: await player(seats.black, 'BLACK') };
    },
    /** Somebody of this name who is none of those who sit there already. */
    async newcomer(name: string, sitting: readonly (PersonId | null)[]): Promise<PersonId> {
      const isNamed = name !== seed000.GUEST_NAME;
      const known = isNamed ? await earlier(name) : undefined;
      if (known !== undefined && !sitting.includes(known)) return known;
      const guest = isNamed ? await service.createGuest({ name }) : undefined;
      if (guest?.ok) {
        await settings.set(playerCalled(name), guest.value.person.id);
        return guest.value.person.id;
      }
      const nameless = await service.createGuest({});
      if (!nameless.ok) throw new Error(nameless.error.message);
      await settings.set(calledBy(nameless.value.person.id), name);
      return nameless.value.person.id;
    },
    /** Whether this is a player of this contract, who has no token: the name is all that identifies them. */
    async isNameOnly(id: PersonId): Promise<boolean> {
      if ((await settings.get(calledBy(id))) !== undefined) return true;
      return (await settings.get(playerCalled(await nameOf(id)))) === id;
    },
    nameOf,
  };
}

export type Players = ReturnType<typeof openPlayers>;

function playerCalled(name: string): string {
  const read = parseName(name);
  return `seed-000:player:${read.ok ? nameKey(read.value) : name}`;
}
