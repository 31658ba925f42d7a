import type { PersonId } from '@chessmith/people';
import type { Core } from '../core.js';

/** The people behind the connections of this port. */
export type Guests = {
  /** Somebody of this name, which others may have too; without a name, if it is none by our rules. */
  make(name: string): Promise<PersonId>;
  /** Whether this is one of them. */
  isOne(person: PersonId): Promise<boolean>;
  /** They will not sit anywhere again. */
  forget(person: PersonId): Promise<void>;
};

/**
 * Nobody keeps the token of such a guest: when the connection is gone, their seat is free for the next one. That is
 * written down before they sit, so that a server that was killed still knows it afterwards.
 */
export function openGuests({ service, settings }: Pick<Core, 'service' | 'settings'>): Guests {
  return {
    async make(name) {
      const named = await service.createGuest({ name });
      const guest = named.ok ? named : await service.createGuest({});
      if (!guest.ok) throw new Error(guest.error.message);
      const { id } = guest.value.person;
      await settings.set(mark(id), true);
      return id;
    },
    isOne: async (person) => (await settings.get(mark(person))) !== undefined,
    forget: (person) => settings.remove(mark(person)),
  };
}

const mark = (person: PersonId): string => `quantum-tcp:guest:${person}`;
