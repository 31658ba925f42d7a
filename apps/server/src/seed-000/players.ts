import type { GameView } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { seed000 } from '@chessmith/protocol';
import type { Service } from '@chessmith/service';

/**
 * The people behind seed 000's players, who are a team and any name. A name that somebody else has, or that is none by
 * our rules, is kept here for as long as the server runs; then its owner is a nameless guest.
 */
export function openPlayers(service: Service) {
  const calledHere = new Map<PersonId, string>();

  const nameOf = async (id: PersonId): Promise<string> => {
    const person = await service.person(id);
    return calledHere.get(id) ?? (person.ok ? person.value.name : null) ?? seed000.GUEST_NAME;
  };
  const player = async (id: PersonId | null, team: seed000.Team): Promise<seed000.Player | null> =>
    id === null ? null : { name: await nameOf(id), team };

  return {
    player,
    async players({ seats }: Pick<GameView, 'seats'>): Promise<seed000.Players> {
      return { white: await player(seats.white, 'WHITE'), black: await player(seats.black, 'BLACK') };
    },
    /** A new guest who is called so, here at least. */
    async newcomer(name: string): Promise<PersonId> {
      const isNamed = name !== seed000.GUEST_NAME;
      const guest = isNamed ? await service.createGuest({ name }) : await service.createGuest({});
      if (guest.ok) return guest.value.person.id;
      const nameless = await service.createGuest({});
      if (!nameless.ok) throw new Error(nameless.error.message);
      calledHere.set(nameless.value.person.id, name);
      return nameless.value.person.id;
    },
    nameOf,
  };
}

export type Players = ReturnType<typeof openPlayers>;
