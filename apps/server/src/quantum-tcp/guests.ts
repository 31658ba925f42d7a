import type { PersonId } from '@chessmith/people';
import type { Core } from '../core.js';

/** The people behind the connections of this port. */
export type Guests = {
  /** Creates a guest with this name, which others may have too; without a name if our rules do not allow it. */
  make(name: string): Promise<PersonId>;
  /** Whether this person is one of them. */
  isOne(person: PersonId): Promise<boolean>;
  /** Removes a guest who will not return. */
  forget(person: PersonId): Promise<void>;
};

/**
 * These guests have no token: when the connection is gone, their seat is free for the next client. That is stored
 * before they sit down, so that it is known after a crash.
 */
export function createGuests({ people }: Pick<Core, 'people'>): Guests {
  const { tokenless } = people;
  return {
    async make(name) {
      const named = await people.createGuest({ name });
      const guest = named.ok ? named : await people.createGuest({});
      if (!guest.ok) throw new Error(guest.error.message);
      const { id } = guest.value.person;
      await tokenless.markConnected(id);
      return id;
    },
    isOne: tokenless.isMarked,
    forget: tokenless.unmark,
  };
}
