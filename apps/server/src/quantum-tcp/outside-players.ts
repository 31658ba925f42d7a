import type { PersonId } from '@chessmith/people';
import type { People } from '@chessmith/service';
import type { Guests } from './guests.js';
import type { Numbers } from './numbers.js';

export type WireName = { readonly id: number; readonly name: string };

/** People who connected through another adapter: with the page or a client of `/api`. */
export type OutsidePlayers = {
  /** The number and name of a player; undefined for a guest of this port, and if no number is left. */
  player(person: PersonId): Promise<WireName | undefined>;
  /** The same for a guest of this port who holds a seat without a connection. */
  away(person: PersonId): Promise<WireName | undefined>;
  /** Watchers share one number, so that many of them do not use up all numbers. */
  watcher(person: PersonId): Promise<WireName | undefined>;
  /** Releases the number of a person who left. */
  forget(person: PersonId): void;
  forgetAll(): void;
};

const NAMELESS = 'guest';

export function createOutsidePlayers(people: People, guests: Guests, numbers: Numbers): OutsidePlayers {
  const knownAs = new Map<PersonId | null, WireName>();

  async function nameOf(person: PersonId): Promise<string> {
    const found = await people.find(person);
    return (found.ok ? found.value.name : null) ?? NAMELESS;
  }

  /** Uses the number of `as`, which is assigned on first use. */
  function introduce(as: PersonId | null, name: string): WireName | undefined {
    const id = knownAs.get(as)?.id ?? numbers.take();
    if (id === undefined) return undefined;
    knownAs.set(as, { id, name });
    return { id, name };
  }

  function forget(as: PersonId | null): void {
    const known = knownAs.get(as);
    if (known === undefined) return;
    knownAs.delete(as);
    numbers.giveBack(known.id);
  }

  return {
    player: async (person) =>
      knownAs.get(person) ?? ((await guests.isOne(person)) ? undefined : introduce(person, await nameOf(person))),
    away: async (person) => knownAs.get(person) ?? introduce(person, `${await nameOf(person)} (away)`),
    watcher: async (person) => introduce(null, await nameOf(person)),
    forget,
    forgetAll() {
      for (const as of [...knownAs.keys()]) forget(as);
    },
  };
}
