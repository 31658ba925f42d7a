import { nameKey, type PersonId, type PersonName, type SecretHash } from '@chessmith/people';
import type { PeopleStore, Person, Session } from '@chessmith/service';
import { fromMs, toMs } from './instants.js';
import type { SqlStatement } from './messages.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

type PersonRow = { readonly id: string; readonly name: string | null; readonly created_at: number };
type SessionRow = {
  readonly token: string;
  readonly person: string;
  readonly created_at: number;
  readonly expires_at: number;
};

const PERSON = 'SELECT id, name, created_at FROM people';

export function sqlitePeople(reader: Reader, writer: Writer): PeopleStore {
  const one = (where: string, ...values: string[]): Person | undefined => {
    const row = reader.get<PersonRow>(`${PERSON} WHERE ${where}`, ...values);
    return row && personOf(row);
  };
  const run = async (...statements: SqlStatement[]): Promise<readonly (readonly unknown[])[]> =>
    (await writer.write({ kind: 'run', statements })) as readonly (readonly unknown[])[];

  return {
    async addGuest({ id, name, createdAt }, secret) {
      const [known, added] = await run(
        ['SELECT id FROM people WHERE id = ?', id],
        [
          `INSERT INTO people (id, name, secret_hash, created_at) SELECT ?, ?, ?, ?
           WHERE NOT EXISTS (SELECT 1 FROM people WHERE name_key = ?) ON CONFLICT DO NOTHING RETURNING id`,
          ...[id, name, secret, toMs(createdAt), keyOf(name)],
        ],
      );
      if (known?.length !== 0) return 'id-taken';
      return added?.length === 0 ? 'name-taken' : 'added';
    },
    async person(id) {
      return one('id = ?', id);
    },
    async personByName(name) {
      return one('name_key = ?', name);
    },
    async people(ids) {
      const sql = `${PERSON} WHERE id IN (SELECT value FROM json_each(?))`;
      return reader.all<PersonRow>(sql, JSON.stringify(ids)).map(personOf);
    },
    async guestWithSecret(id, secret) {
      return one('id = ? AND secret_hash = ?', id, secret);
    },
    async rename(id, name, { isUnique = false } = {}) {
      const [known, renamed] = await run(
        ['SELECT id FROM people WHERE id = ?', id],
        [
          `UPDATE people SET name = ?, name_key = ? WHERE id = ?
           AND NOT EXISTS (SELECT 1 FROM people WHERE name_key = ? AND id <> ?) RETURNING id`,
          ...[name, isUnique ? keyOf(name) : null, id, keyOf(name), id],
        ],
      );
      if (known?.length === 0) return 'unknown';
      return renamed?.length === 0 ? 'name-taken' : 'renamed';
    },
    async forget(id) {
      await run(
        ['DELETE FROM people WHERE id = ?', id],
        ['DELETE FROM sessions WHERE person = ?', id],
        ['UPDATE chat SET by = NULL, key = NULL WHERE by = ?', id],
      );
    },
    async openSession({ token, person, createdAt, expiresAt }) {
      const sql = 'INSERT OR REPLACE INTO sessions (token, person, created_at, expires_at) VALUES (?, ?, ?, ?)';
      await run([sql, token, person, toMs(createdAt), toMs(expiresAt)]);
    },
    async session(token, now) {
      const sql = 'SELECT * FROM sessions WHERE token = ? AND expires_at > ?';
      const row = reader.get<SessionRow>(sql, token, toMs(now));
      return row && sessionOf(row);
    },
    async prolongSession(token, expiresAt) {
      await run(['UPDATE sessions SET expires_at = ? WHERE token = ?', toMs(expiresAt), token]);
    },
    async closeSession(token) {
      await run(['DELETE FROM sessions WHERE token = ?', token]);
    },
    async closeSessionsOf(person) {
      await run(['DELETE FROM sessions WHERE person = ?', person]);
    },
    async sweepSessions(now) {
      const [swept] = await run(['DELETE FROM sessions WHERE expires_at <= ? RETURNING token', toMs(now)]);
      return swept?.length ?? 0;
    },
  };
}

function keyOf(name: PersonName | null): string | null {
  return name === null ? null : nameKey(name);
}

function personOf({ id, name, created_at }: PersonRow): Person {
  return { id: id as PersonId, name: name as PersonName | null, createdAt: fromMs(created_at) };
}

function sessionOf({ token, person, created_at, expires_at }: SessionRow): Session {
  return {
    token: token as SecretHash,
    person: person as PersonId,
    createdAt: fromMs(created_at),
    expiresAt: fromMs(expires_at),
  };
}
