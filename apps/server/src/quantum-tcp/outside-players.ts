import type { PersonId } from '@chessmith/people';
import type { Service } from '@chessmith/service';
import type { Guests } from './guests.js';
import type { Numbers } from './numbers.js';

export type WireName = { readonly id: number; readonly name: string };

/** People who came to a match by another door: from the page, or with a program of our own API. */
export type OutsidePlayers = {
  /** Under which number and name a player is shown; undefined for a guest of this port, and when no number is left. */
  player(person: PersonId): Promise<WireName | undefined>;
  /** The same for a guest of this port who holds a seat without a connection. */
  away(person: PersonId): Promise<WireName | undefined>;
  /** Those who only watch and speak share one number, so that a crowd does not use them up. */
  watcher(person: PersonId): Promise<WireName | undefined>;
  /** Gives back the number of somebody who left. */
  forget(person: PersonId): void;
  forgetAll(): void;
};

const NAMELESS = 'guest';

export function openOutsidePlayers(service: Service, guests: Guests, numbers: Numbers): OutsidePlayers {
  const knownAs = new Map<PersonId | null, WireName>();

  async function nameOf(person: PersonId): Promise<string> {
    const found = await service.person(person);
    return (found.ok ? found.value.name : null) ?? NAMELESS;
  }

  /** Under the number of `as`, which is taken when it is first needed. */
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
