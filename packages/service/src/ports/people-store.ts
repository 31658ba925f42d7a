import type { NameKey, PersonId, PersonName, SecretHash } from '@chessmith/people';
import type { Instant } from './listed-situation.js';

/** Who there is, and who is logged in. Names live here and in no fact, so that a person can be forgotten. */
export interface PeopleStore {
  /** Guests may share a name. It is taken only where somebody has it as a unique one. */
  addGuest(guest: Person, secret: SecretHash): Promise<'added' | 'id-taken' | 'name-taken'>;
  person(id: PersonId): Promise<Person | undefined>;
  /** Who has this as a unique name; guests are found by id only. */
  personByName(name: NameKey): Promise<Person | undefined>;
  /** The people behind these ids, as far as they are known; in no particular order. */
  people(ids: readonly PersonId[]): Promise<readonly Person[]>;
  /** The guest, if this is the hash of their secret. */
  guestWithSecret(id: PersonId, secret: SecretHash): Promise<Person | undefined>;
  /** A unique name is kept from everybody else; it must not be anybody's unique name yet. */
  rename(
    id: PersonId,
    name: PersonName | null,
    options?: { readonly isUnique?: boolean },
  ): Promise<'renamed' | 'unknown' | 'name-taken'>;
  /** Removes name, secret and sessions, and the name from what the person said; facts keep the bare id. */
  forget(id: PersonId): Promise<void>;
  openSession(session: Session): Promise<void>;
  /** The session of this token, unless it has expired by then. */
  session(token: SecretHash, now: Instant): Promise<Session | undefined>;
  prolongSession(token: SecretHash, expiresAt: Instant): Promise<void>;
  closeSession(token: SecretHash): Promise<void>;
  closeSessionsOf(person: PersonId): Promise<void>;
  /** Removes what has expired, and says how many. */
  sweepSessions(now: Instant): Promise<number>;
}

export type Person = { readonly id: PersonId; readonly name: PersonName | null; readonly createdAt: Instant };

export type Session = {
  readonly token: SecretHash;
  readonly person: PersonId;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
};
