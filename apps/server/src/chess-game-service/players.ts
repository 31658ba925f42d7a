import type { GameView } from '@chessmith/game';
import { nameKey, type PersonId, parseName } from '@chessmith/people';
import { chessGameService } from '@chessmith/protocol';
import type { Core } from '../core.js';
import { calledBy } from './display-names.js';

/**
 * Maps players of this contract, who are a team and any name, to people. One person stands for a name in all its
 * games. People of `/api` with the same name stay separate. A name that our rules do not allow counts only within its
 * game.
 */
export function openPlayers({ service, settings }: Pick<Core, 'service' | 'settings'>) {
  const nameOf = async (id: PersonId): Promise<string> => {
    const person = await service.person(id);
    const called = person.ok ? (person.value.name ?? (await settings.get(calledBy(id)))) : null;
    return (called as string | undefined | null) ?? chessGameService.GUEST_NAME;
  };
  const player = async (id: PersonId | null, team: chessGameService.Team): Promise<chessGameService.Player | null> =>
    id === null ? null : { name: await nameOf(id), team };

  /** The person of an earlier game with this name. */
  async function earlier(name: string): Promise<PersonId | undefined> {
    const id = (await settings.get(playerCalled(name))) as PersonId | undefined;
    const person = id === undefined ? undefined : await service.person(id);
    return person?.ok && person.value.name === tidy(name) ? id : undefined;
  }

  return {
    player,
    async players({ seats }: Pick<GameView, 'seats'>): Promise<chessGameService.Players> {
      return { white: await player(seats.white, 'WHITE'), black: await player(seats.black, 'BLACK') };
    },
    /** The person for this name, or a second one if the first already sits in the game. */
    async newcomer(name: string, sitting: readonly (PersonId | null)[]): Promise<PersonId> {
      const isNamed = name !== chessGameService.GUEST_NAME;
      const known = isNamed ? await earlier(name) : undefined;
      if (known !== undefined && !sitting.includes(known)) return known;
      const named = isNamed ? await service.createGuest({ name }) : undefined;
      const guest = named?.ok ? named : await service.createGuest({});
      if (!guest.ok) throw new Error(guest.error.message);
      const { id } = guest.value.person;
      await settings.set(calledBy(id), name);
      if (named?.ok && known === undefined) await settings.set(playerCalled(name), id);
      return id;
    },
    /** Whether this person is a player of this contract with this name. */
    async isCalled(id: PersonId, name: string): Promise<boolean> {
      const own = await nameOf(id);
      if (own !== tidy(name)) return false;
      if ((await settings.get(calledBy(id))) !== undefined) return true;
      return (await settings.get(playerCalled(own))) === id;
    },
  };
}

export type Players = ReturnType<typeof openPlayers>;

/** The name after normalisation; unchanged if our rules do not allow it. */
function tidy(name: string): string {
  const read = parseName(name);
  return read.ok ? read.value : name;
}

function playerCalled(name: string): string {
  const read = parseName(name);
  return `seed-000:player:${read.ok ? nameKey(read.value) : name}`;
}
