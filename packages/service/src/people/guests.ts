import {
  formatGuestToken,
  guestSecret,
  NAME_LENGTH,
  type NameRefusal,
  type PersonId,
  type PersonName,
  parseGuestToken,
  parseName,
  type SecretHash,
} from '@chessmith/people';
import { err, mapErr, ok, type Result } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { People } from '../facets/people.js';
import type { ServiceRefusal } from '../facets/result.js';
import type { Hash, PeopleStore, Person, ServerChance } from '../ports/index.js';

import type { Time } from '../time.js';

type Guests = Omit<People, 'connect' | 'isOnline' | 'tokenless'>;

/**
 * How long a valid token is trusted without reading the store; another server may rename or delete the person
 * meanwhile.
 */
const TOKEN_CACHE_MS = 5000;
const MAX_CACHED_TOKENS = 10_000;

/** Guest accounts: an id and a secret, which is returned once and stored as a hash. */
export function guestAccounts(deps: {
  readonly people: PeopleStore;
  readonly chance: ServerChance;
  readonly hash: Hash;
  readonly time: Time;
}): Guests {
  const { people, chance, hash, time } = deps;
  /** A cache of valid tokens, because every request carries one. */
  const authenticated = new Map<string, { readonly person: Person; readonly untilMs: number }>();

  async function findPerson(id: PersonId): Promise<Result<Person, ServiceRefusal>> {
    const person = await people.person(id);
    return person === undefined ? err(UNKNOWN_PERSON) : ok(person);
  }

  return {
    async createGuest({ name }) {
      const read = readName(name ?? null);
      if (!read.ok) return read;
      const person = { id: drawPersonId(chance), name: read.value, createdAt: time.now() };
      const secret = guestSecret(chance.bytes(16));
      const added = await people.addGuest(person, hash(secret) as SecretHash);
      if (added === 'name-taken') return err(NAME_TAKEN);
      if (added === 'id-taken') throw new Error('drew the id of an existing person');
      return ok({ person, token: formatGuestToken({ person: person.id, secret }) });
    },
    async authenticate(token) {
      const known = authenticated.get(token);
      if (known !== undefined && known.untilMs > time.nowMs()) return ok(known.person);
      const read = parseGuestToken(token);
      if (!read.ok) return err(WRONG_TOKEN);
      const { person, secret } = read.value;
      const guest = await people.guestWithSecret(person, hash(secret) as SecretHash);
      if (guest === undefined) return err(WRONG_TOKEN);
      if (authenticated.size >= MAX_CACHED_TOKENS) authenticated.clear();
      authenticated.set(token, { person: guest, untilMs: time.nowMs() + TOKEN_CACHE_MS });
      return ok(guest);
    },
    async rename(id, name) {
      const read = readName(name);
      if (!read.ok) return read;
      const renamed = await people.rename(id, read.value);
      for (const [token, { person }] of authenticated) if (person.id === id) authenticated.delete(token);
      if (renamed === 'renamed') return findPerson(id);
      return err(renamed === 'name-taken' ? NAME_TAKEN : UNKNOWN_PERSON);
    },
    find: findPerson,
    findMany: (ids) => people.people(ids),
  };
}

export const UNKNOWN_PERSON = refusal('people/unknown-person', 'There is no person with this id.');
const NAME_TAKEN = refusal('people/name-taken', 'Another person has this name. Choose another one.');
const WRONG_TOKEN = refusal('auth/invalid-token', 'Invalid token.');

function readName(name: string | null): Result<PersonName | null, ServiceRefusal> {
  return name === null ? ok(null) : mapErr(parseName(name), asRefusal);
}

function asRefusal({ code, ...facts }: NameRefusal): ServiceRefusal {
  return refusal(code, NAME_REFUSALS[code], facts);
}

const NAME_REFUSALS: { readonly [code in NameRefusal['code']]: string } = {
  'people/name-too-short': `A name has at least ${NAME_LENGTH.min} characters.`,
  'people/name-too-long': `A name has at most ${NAME_LENGTH.max} characters.`,
  'people/name-characters':
    "A name consists of letters and digits, with single spaces, dots, hyphens, apostrophes (') or underscores between them.",
  'people/name-mixes-scripts': 'A name cannot mix Latin letters with similar letters of another script.',
  'people/name-reserved': 'This name is reserved for the server and for guests without a name. Choose another one.',
};

/** A UUID of version 4. */
function drawPersonId(chance: ServerChance): PersonId {
  const bytes = chance.bytes(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as PersonId;
}
