import { type NameKey, nameKey, type PersonId, type SecretHash } from '@chessmith/people';
import type { PeopleStore, Person, Session } from '@chessmith/service';

export function memoryPeople(assertOpen: () => void, forgetChatLines: (person: PersonId) => void): PeopleStore {
  const people = new Map<PersonId, Person>();
  const secrets = new Map<PersonId, SecretHash>();
  const sessions = new Map<SecretHash, Session>();

  const owners = new Map<NameKey, PersonId>();

  function isTaken(name: Person['name'], by: PersonId): boolean {
    const owner = name === null ? undefined : owners.get(nameKey(name));
    return owner !== undefined && owner !== by;
  }
  function releaseNames(id: PersonId): void {
    for (const [key, owner] of owners) if (owner === id) owners.delete(key);
  }
  function closeSessions(isClosed: (session: Session) => boolean): number {
    const closed = [...sessions.values()].filter(isClosed);
    for (const { token } of closed) sessions.delete(token);
    return closed.length;
  }

  return {
    async addGuest(guest, secret) {
      assertOpen();
      if (people.has(guest.id)) return 'id-taken';
      if (isTaken(guest.name, guest.id)) return 'name-taken';
      people.set(guest.id, guest);
      secrets.set(guest.id, secret);
      return 'added';
    },
    async person(id) {
      return people.get(id);
    },
    async personByName(name) {
      const owner = owners.get(name);
      return owner && people.get(owner);
    },
    async people(ids) {
      return [...new Set(ids)].flatMap((id) => people.get(id) ?? []);
    },
    async guestWithSecret(id, secret) {
      return secrets.get(id) === secret ? people.get(id) : undefined;
    },
    async rename(id, name, { isUnique = false } = {}) {
      assertOpen();
      const person = people.get(id);
      if (person === undefined) return 'unknown';
      if (isTaken(name, id)) return 'name-taken';
      releaseNames(id);
      if (isUnique && name !== null) owners.set(nameKey(name), id);
      people.set(id, { ...person, name });
      return 'renamed';
    },
    async forget(id) {
      assertOpen();
      people.delete(id);
      secrets.delete(id);
      releaseNames(id);
      closeSessions(({ person }) => person === id);
      forgetChatLines(id);
    },
    async openSession(session) {
      assertOpen();
      sessions.set(session.token, session);
    },
    async session(token, now) {
      const session = sessions.get(token);
      return session && session.expiresAt > now ? session : undefined;
    },
    async prolongSession(token, expiresAt) {
      assertOpen();
      const session = sessions.get(token);
      if (session) sessions.set(token, { ...session, expiresAt });
    },
    async closeSession(token) {
      assertOpen();
      sessions.delete(token);
    },
    async closeSessionsOf(id) {
      assertOpen();
      closeSessions(({ person }) => person === id);
    },
    async sweepSessions(now) {
      assertOpen();
      return closeSessions(({ expiresAt }) => expiresAt <= now);
    },
  };
}
