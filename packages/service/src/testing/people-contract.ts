import type { NameKey, PersonId, PersonName, SecretHash } from '@chessmith/people';
import { describe, expect, test } from 'vitest';
import type { Session } from '../ports/index.js';
import { ANNA, BERT, CARL, gameId, instant, person } from './samples.js';
import type { CurrentStore } from './store-under-test.js';

const SECRET = 'hash of a secret' as SecretHash;

export function testPeopleStore(current: CurrentStore): void {
  const people = () => current.store.people;

  describe('people', () => {
    test('a guest is found by id and by secret, also after a restart', async () => {
      const anna = person(ANNA, 'Anna');
      expect(await people().addGuest(anna, SECRET)).toBe('added');
      await current.reopen();
      expect(await people().person(ANNA)).toEqual(anna);
      expect(await people().guestWithSecret(ANNA, SECRET)).toEqual(anna);
    });

    test('a wrong secret or an unknown id finds no guest', async () => {
      await people().addGuest(person(ANNA), SECRET);
      expect(await people().guestWithSecret(ANNA, 'another' as SecretHash)).toBeUndefined();
      expect(await people().guestWithSecret(BERT, SECRET)).toBeUndefined();
      expect(await people().person(BERT)).toBeUndefined();
    });

    test('an id is given once', async () => {
      await people().addGuest(person(ANNA, 'Anna'), SECRET);
      expect(await people().addGuest(person(ANNA, 'Other'), 'another' as SecretHash)).toBe('id-taken');
      expect(await people().guestWithSecret(ANNA, SECRET)).toMatchObject({ name: 'Anna' });
    });

    test('guests may share a name or have none, and are not found by name', async () => {
      expect(await people().addGuest(person(ANNA, 'Anna'), SECRET)).toBe('added');
      expect(await people().addGuest(person(BERT, 'Anna'), SECRET)).toBe('added');
      expect(await people().addGuest(person(CARL), SECRET)).toBe('added');
      expect(await people().rename(CARL, 'ANNA' as PersonName)).toBe('renamed');
      await current.reopen();
      const found = await people().people([ANNA, BERT, CARL]);
      expect(found.map(({ name }) => name).sort()).toEqual(['ANNA', 'Anna', 'Anna']);
      expect(await people().personByName('anna' as NameKey)).toBeUndefined();
      expect(await people().rename('d0000000-0000-4000-8000-000000000004' as PersonId, null)).toBe('unknown');
    });

    test('a unique name belongs to one person, whatever its capitals, and guests cannot take it', async () => {
      const unique = { isUnique: true };
      for (const id of [ANNA, BERT]) await people().addGuest(person(id), SECRET);
      expect(await people().rename(ANNA, 'Anna' as PersonName, unique)).toBe('renamed');
      await current.reopen();
      expect(await people().personByName('anna' as NameKey)).toMatchObject({ id: ANNA, name: 'Anna' });
      expect(await people().rename(BERT, 'aNNa' as PersonName, unique)).toBe('name-taken');
      expect(await people().rename(BERT, 'aNNa' as PersonName)).toBe('name-taken');
      expect(await people().addGuest(person(CARL, 'ANNA'), SECRET)).toBe('name-taken');
      expect(await people().person(CARL)).toBeUndefined();
      expect(await people().rename(ANNA, 'ANNA' as PersonName, unique)).toBe('renamed');
      expect(await people().rename(ANNA, null)).toBe('renamed');
      expect(await people().rename(BERT, 'Anna' as PersonName, unique)).toBe('renamed');
      expect(await people().personByName('anna' as NameKey)).toMatchObject({ id: BERT });
    });

    test('many people are read at once', async () => {
      await people().addGuest(person(ANNA, 'Anna'), SECRET);
      await people().addGuest(person(BERT), SECRET);
      const found = await people().people([BERT, CARL, ANNA, BERT]);
      expect(found.map(({ id }) => id).sort()).toEqual([ANNA, BERT]);
      expect(await people().people([])).toEqual([]);
    });

    test('deleting a person removes name, secret, sessions and the author of chat lines', async () => {
      await people().addGuest(person(ANNA, 'Anna'), SECRET);
      await people().openSession(session('t'));
      await current.store.chat.say({ game: gameId(1), room: 'all', by: ANNA, text: 'hello', at: instant(0), key: 'k' });
      await people().forget(ANNA);
      expect(await people().person(ANNA)).toBeUndefined();
      expect(await people().guestWithSecret(ANNA, SECRET)).toBeUndefined();
      expect(await people().session('t' as SecretHash, instant(0))).toBeUndefined();
      expect(await current.store.chat.lines(gameId(1), { rooms: ['all'], limit: 9 })).toMatchObject([{ by: null }]);
      expect(await current.store.chat.said(gameId(1), ANNA, 'k')).toBeUndefined();
      expect(await people().addGuest(person(BERT, 'Anna'), SECRET)).toBe('added');
    });
  });

  describe('sessions', () => {
    test('last until they expire, and survive a restart', async () => {
      await people().openSession(session('t', 100));
      await current.reopen();
      expect(await people().session('t' as SecretHash, instant(99))).toEqual(session('t', 100));
      expect(await people().session('t' as SecretHash, instant(100))).toBeUndefined();
      expect(await people().session('u' as SecretHash, instant(0))).toBeUndefined();
    });

    test('can be prolonged, and closed one by one or all of a person', async () => {
      const isOpen = async (token: string) => (await people().session(token as SecretHash, instant(150))) !== undefined;
      for (const token of ['t', 'u', 'v']) await people().openSession(session(token, 100));
      await people().openSession({ ...session('w', 200), person: BERT });
      for (const token of ['t', 'u', 'v']) await people().prolongSession(token as SecretHash, instant(200));
      expect(await isOpen('t')).toBe(true);
      await people().closeSession('t' as SecretHash);
      expect([await isOpen('t'), await isOpen('u')]).toEqual([false, true]);
      await people().closeSessionsOf(ANNA);
      expect([await isOpen('u'), await isOpen('v'), await isOpen('w')]).toEqual([false, false, true]);
    });

    test('are removed when they have expired', async () => {
      await people().openSession(session('t', 100));
      await people().openSession(session('u', 200));
      expect(await people().sweepSessions(instant(100))).toBe(1);
      expect(await people().session('t' as SecretHash, instant(0))).toBeUndefined();
      expect(await people().session('u' as SecretHash, instant(0))).toBeDefined();
    });
  });
}

function session(token: string, expiresAt = 100): Session {
  return { token: token as SecretHash, person: ANNA, createdAt: instant(0), expiresAt: instant(expiresAt) };
}
