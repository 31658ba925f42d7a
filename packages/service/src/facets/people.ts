import type { PersonId } from '@chessmith/people';
import type { Person } from '../ports/index.js';
import type { ServiceResult } from './result.js';

/** Guests, their names, and who is online. */
export interface People {
  /** Creates a guest. The token is returned only here; the server keeps its hash. */
  createGuest(input: { readonly name?: string }): ServiceResult<{ readonly person: Person; readonly token: string }>;
  authenticate(token: string): ServiceResult<Person>;
  rename(person: PersonId, name: string | null): ServiceResult<Person>;
  find(id: PersonId): ServiceResult<Person>;
  findMany(ids: readonly PersonId[]): Promise<readonly Person[]>;
  /** Counts a person as online until the connection is closed, and for a minute afterwards. */
  connect(person: PersonId): Connection;
  /** Whether a person is connected, or was connected or sent a request within the last minute. */
  isOnline(person: PersonId): boolean;
  readonly tokenless: TokenlessPlayers;
}

/** What the server stores about players of protocols without tokens. */
export interface TokenlessPlayers {
  /** Marks a guest who exists as long as their connection; stored, so that it is known after a crash. */
  markConnected(person: PersonId): Promise<void>;
  isMarked(person: PersonId): Promise<boolean>;
  unmark(person: PersonId): Promise<void>;
  /** The name that a player gave, which may be one that people cannot have. */
  displayName(person: PersonId): Promise<string | undefined>;
  setDisplayName(person: PersonId, name: string): Promise<void>;
  /** The person who stands for a name in all its games. */
  personNamed(name: string): Promise<PersonId | undefined>;
  setPersonNamed(name: string, person: PersonId): Promise<void>;
}

export type Connection = { close(): void };
