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
}

export type Connection = { close(): void };
