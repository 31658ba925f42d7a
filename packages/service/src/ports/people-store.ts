import type { NameKey, PersonId, PersonName, SecretHash } from '@chessmith/people';
import type { Instant } from './listed-situation.js';

/** Stores people and their sessions. Names are stored here and in no fact, so that a person can be deleted. */
export interface PeopleStore {
  /** Guests may share a name, but not one that a person owns as unique. */
  addGuest(guest: Person, secret: SecretHash): Promise<'added' | 'id-taken' | 'name-taken'>;
  person(id: PersonId): Promise<Person | undefined>;
  /** The person who owns this unique name; guests are found by id only. */
  personByName(name: NameKey): Promise<Person | undefined>;
  /** The known people among these ids, in no particular order. */
  people(ids: readonly PersonId[]): Promise<readonly Person[]>;
  /** The guest, if this is the hash of their secret. */
  guestWithSecret(id: PersonId, secret: SecretHash): Promise<Person | undefined>;
  /** A unique name must be free; afterwards others cannot take it. */
  rename(
    id: PersonId,
    name: PersonName | null,
    options?: { readonly isUnique?: boolean },
  ): Promise<'renamed' | 'unknown' | 'name-taken'>;
  /** Deletes name, secret and sessions, and removes the person from chat lines; facts keep the bare id. */
  forget(id: PersonId): Promise<void>;
  openSession(session: Session): Promise<void>;
  /** The session of this token, unless it has expired at `now`. */
  session(token: SecretHash, now: Instant): Promise<Session | undefined>;
  prolongSession(token: SecretHash, expiresAt: Instant): Promise<void>;
  closeSession(token: SecretHash): Promise<void>;
  closeSessionsOf(person: PersonId): Promise<void>;
  /** Deletes expired sessions and returns their number. */
  sweepSessions(now: Instant): Promise<number>;
}

export type Person = { readonly id: PersonId; readonly name: PersonName | null; readonly createdAt: Instant };

export type Session = {
  readonly token: SecretHash;
  readonly person: PersonId;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
};
