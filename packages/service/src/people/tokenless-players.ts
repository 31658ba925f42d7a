import { nameKey, type PersonId, parseName } from '@chessmith/people';
import type { TokenlessPlayers } from '../facets/people.js';
import type { Settings } from '../ports/index.js';

/** What is stored about people whose protocol has no tokens. The keys are those of stored data. */
export function tokenlessPlayers(settings: Settings): TokenlessPlayers {
  return {
    markConnected: (person) => settings.set(connectedKey(person), true),
    isMarked: async (person) => (await settings.get(connectedKey(person))) !== undefined,
    unmark: (person) => settings.remove(connectedKey(person)),
    displayName: async (person) => (await settings.get(displayNameKey(person))) as string | undefined,
    setDisplayName: (person, name) => settings.set(displayNameKey(person), name),
    personNamed: async (name) => (await settings.get(playerKey(name))) as PersonId | undefined,
    setPersonNamed: (name, person) => settings.set(playerKey(name), person),
  };
}

const connectedKey = (person: PersonId): string => `quantum-tcp:guest:${person}`;

const displayNameKey = (person: PersonId): string => `seed-000:called:${person}`;

function playerKey(name: string): string {
  const read = parseName(name);
  return `seed-000:player:${read.ok ? nameKey(read.value) : name}`;
}
