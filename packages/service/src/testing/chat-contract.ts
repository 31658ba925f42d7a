import { describe, expect, test } from 'vitest';
import type { ChatRoom } from '../ports/index.js';
import { ANNA, BERT, gameId, instant } from './samples.js';
import type { CurrentStore } from './store-under-test.js';

const GAME = gameId(1);

export function testChat(current: CurrentStore): void {
  const say = async (text: string, room: ChatRoom = 'all', game = GAME) =>
    (await current.store.chat.say({ game, room, by: ANNA, text, at: instant(0) })).line;
  const sayUnder = (key: string, text: string, { by = ANNA, game = GAME } = {}) =>
    current.store.chat.say({ game, room: 'all', by, text, at: instant(0), key });
  const lines = async (rooms: readonly ChatRoom[] = ['all'], which = {}) =>
    (await current.store.chat.lines(GAME, { rooms, limit: 100, ...which })).map(({ text }) => text);

  describe('chat', () => {
    test('a line is stored as it was written, with a number, and survives a restart', async () => {
      const line = await say('good luck');
      expect(line).toEqual({ game: GAME, room: 'all', number: 1, by: ANNA, text: 'good luck', at: instant(0) });
      await current.reopen();
      expect(await current.store.chat.lines(GAME, { rooms: ['all'], limit: 1 })).toEqual([line]);
    });

    test('chat rooms and games are separate; numbers rise over all rooms of a game', async () => {
      await say('to players', 'players');
      await say('to watchers', 'watchers');
      await say('elsewhere', 'all', gameId(2));
      expect(await lines(['players'])).toEqual(['to players']);
      expect(await lines(['players', 'watchers'])).toEqual(['to players', 'to watchers']);
      expect(await lines(['all'])).toEqual([]);
      expect(await lines([])).toEqual([]);
      expect((await say('third', 'players')).number).toBe(3);
    });

    test('lists give the newest lines, or those after a number', async () => {
      for (const text of ['1', '2', '3', '4']) await say(text);
      expect(await lines(['all'], { limit: 2 })).toEqual(['3', '4']);
      expect(await lines(['all'], { after: 1 })).toEqual(['2', '3', '4']);
      expect(await lines(['all'], { after: 4 })).toEqual([]);
    });

    test('a deleted line is gone, and its number is not reused', async () => {
      await say('kind');
      await say('unkind');
      await current.store.chat.remove(GAME, 2);
      await current.reopen();
      expect(await lines()).toEqual(['kind']);
      expect((await say('next')).number).toBe(3);
    });

    test('concurrent lines get different numbers', async () => {
      const said = await Promise.all(Array.from({ length: 30 }, (_, index) => say(`${index}`)));
      expect(said.map(({ number }) => number).sort((a, b) => a - b)).toEqual(said.map((_, index) => index + 1));
    });

    test('one key stores one line, however often it is sent, also after a restart', async () => {
      const { line } = await sayUnder('k', 'hello');
      await current.reopen();
      expect(await sayUnder('k', 'hello')).toEqual({ kind: 'repeated', line });
      expect(await sayUnder('k', 'something else')).toEqual({ kind: 'repeated', line });
      expect(await current.store.chat.said(GAME, ANNA, 'k')).toEqual(line);
      expect(await current.store.chat.said(GAME, ANNA, 'l')).toBeUndefined();
      const copies = await Promise.all(Array.from({ length: 30 }, () => sayUnder('l', 'hello?')));
      expect(copies.filter(({ kind }) => kind === 'said')).toHaveLength(1);
      expect(await lines()).toEqual(['hello', 'hello?']);
    });

    test('a key belongs to one person in one game, and lines without a key never repeat', async () => {
      await sayUnder('k', '1');
      expect(await sayUnder('k', '2', { by: BERT })).toMatchObject({ kind: 'said', line: { number: 2 } });
      expect(await sayUnder('k', '1', { game: gameId(2) })).toMatchObject({ kind: 'said', line: { number: 1 } });
      expect(await current.store.chat.said(gameId(2), BERT, 'k')).toBeUndefined();
      expect((await say('1')).number).toBe(3);
      expect((await say('1')).number).toBe(4);
    });

    test('deleting a line frees its key', async () => {
      await sayUnder('k', 'unkind');
      await current.store.chat.remove(GAME, 1);
      expect(await current.store.chat.said(GAME, ANNA, 'k')).toBeUndefined();
      expect(await sayUnder('k', 'kind')).toMatchObject({ kind: 'said', line: { number: 2 } });
    });
  });
}
