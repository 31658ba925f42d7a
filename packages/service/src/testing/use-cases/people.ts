import type { Version } from '@chessmith/game';
import type { PersonName } from '@chessmith/people';
import { ok, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { OpenTestService } from '../test-service.js';
import { codeOf, playMoves, startGame } from '../test-service.js';

/** Guests and their chat. */
export function testPeople(open: OpenTestService): void {
  describe('people', () => {
    test('players and watchers chat in separate rooms, also after the end', async () => {
      const testService = await open();
      const { service, anna, bert } = testService;
      const carl = unwrap(await service.people.createGuest({})).person.id;
      const game = await startGame(testService, { chat: 'separate-rooms' });
      const received: string[] = [];
      unwrap(
        await service.live.subscribe({ game, node: 'ChatEvent', person: carl }, (event) => {
          if (event.kind === 'news')
            received.push(...event.news.map(({ payload }) => (payload as { text: string }).text));
        }),
      );
      unwrap(await service.chat.say(anna, game, { text: ' good luck ' }));
      unwrap(await service.chat.say(carl, game, { text: 'he will lose' }));
      expect(codeOf(await service.chat.say(carl, game, { text: 'hi', room: 'players' }))).toBe('chat/not-your-room');
      expect(codeOf(await service.chat.say(carl, game, { text: '\u202e' }))).toBe('chat/bad-text');
      expect(received).toEqual(['he will lose']);
      const lines = async (person: typeof anna) =>
        unwrap(await service.chat.lines(game, person)).map(({ text }) => text);
      expect(await lines(bert)).toEqual(['good luck']);
      expect(await lines(carl)).toEqual(['he will lose']);
      await playMoves(testService, game, 'f3', 'e5', 'g4', 'Qh4');
      unwrap(await service.chat.say(bert, game, { text: 'good game' }));
      expect(await lines(anna)).toEqual(['good luck', 'he will lose', 'good game']);
    });

    test('in one room everybody reads everybody, and without chat every line is refused', async () => {
      const testService = await open();
      const { service, anna } = testService;
      const carl = unwrap(await service.people.createGuest({})).person.id;
      const game = await startGame(testService);
      for (const by of [anna, carl])
        expect(unwrap(await service.chat.say(by, game, { text: 'hello' })).room).toBe('all');
      for (const person of [anna, carl, null]) expect(unwrap(await service.chat.lines(game, person))).toHaveLength(2);
      const unconfigured = unwrap(await service.games.create(anna, { configureLater: true })).game;
      expect(unwrap(await service.chat.say(anna, unconfigured, { text: 'which rules?' })).room).toBe('all');
      const quiet = await startGame(testService, { chat: 'off' });
      expect(codeOf(await service.chat.say(anna, quiet, { text: 'hello' }))).toBe('chat/off');
      expect(unwrap(await service.chat.lines(quiet, anna))).toEqual([]);
    });

    test('after the end, a player may write to the watchers too', async () => {
      const testService = await open();
      const { service, anna, bert } = testService;
      const game = await startGame(testService, { chat: 'separate-rooms' });
      const toWatchers = { text: 'thanks for watching', room: 'watchers' } as const;
      expect(codeOf(await service.chat.say(anna, game, toWatchers))).toBe('chat/not-your-room');
      unwrap(await service.games.command(bert, game, { type: 'Resign' }));
      unwrap(await service.chat.say(anna, game, toWatchers));
      unwrap(await service.chat.say(anna, game, { text: 'good game' }));
      expect(unwrap(await service.chat.lines(game, null)).map(({ text }) => text)).toEqual(['thanks for watching']);
    });

    test('a hundred copies of one line under one key are stored and published once', async () => {
      const testService = await open();
      const { service, anna, bert } = testService;
      const game = await startGame(testService);
      let events = 0;
      unwrap(
        await service.live.subscribe({ game, node: 'ChatEvent', person: bert, after: 0 as Version }, () => events++),
      );
      events = 0;
      const say = (text: string, by = anna) => service.chat.say(by, game, { text }, { key: 'k' });
      const copies = await Promise.all(Array.from({ length: 100 }, () => say('hello')));
      const line = unwrap(copies[0]!);
      expect(copies).toEqual(copies.map(() => ok(line)));
      expect(unwrap(await say(' hello '))).toEqual(line);
      for (const text of ['hello?', '']) expect(codeOf(await say(text))).toBe('command/key-reused');
      expect(codeOf(await service.chat.say(anna, game, { text: 'hello', room: 'players' }, { key: 'k' }))).toBe(
        'command/key-reused',
      );
      expect(unwrap(await say('hello', bert)).number).toBe(2);
      expect(unwrap(await service.chat.lines(game, anna)).map(({ by }) => by)).toEqual([anna, bert]);
      expect(events).toBe(2);
    });

    test('a repeated line is returned even if it would be refused now', async () => {
      const { service, anna, bert } = await open();
      const { game } = unwrap(await service.games.create(anna, { side: 'white', chat: 'separate-rooms' }));
      const aloud = { text: 'may I?', room: 'watchers' } as const;
      const line = unwrap(await service.chat.say(bert, game, aloud, { key: 'k' }));
      const withoutRoom = unwrap(await service.chat.say(bert, game, { text: 'hm' }, { key: 'l' }));
      unwrap(await service.games.command(bert, game, { type: 'JoinGame' }));
      expect(unwrap(await service.chat.say(bert, game, aloud, { key: 'k' }))).toEqual(line);
      expect(unwrap(await service.chat.say(bert, game, { text: 'hm' }, { key: 'l' }))).toEqual(withoutRoom);
      expect(codeOf(await service.chat.say(bert, game, aloud, { key: 'm' }))).toBe('chat/not-your-room');
    });

    test('a line is measured in characters, and may contain joiners', async () => {
      const testService = await open();
      const game = await startGame(testService);
      for (const text of ['😀'.repeat(500), '👩\u200d🚀', 'می\u200cخواهم']) {
        expect(unwrap(await testService.service.chat.say(testService.anna, game, { text })).text).toBe(text);
      }
    });

    test('a line has up to 500 characters, and lists give the newest hundred lines by default', async () => {
      const testService = await open();
      const { service, anna } = testService;
      const game = await startGame(testService);
      unwrap(await service.chat.say(anna, game, { text: 'x'.repeat(500) }));
      for (const text of ['x'.repeat(501), '', '  ', 'two\nlines', '\u200d']) {
        expect(codeOf(await service.chat.say(anna, game, { text }))).toBe('chat/bad-text');
      }
      await Promise.all(
        Array.from({ length: 100 }, (_, number) => service.chat.say(anna, game, { text: `${number}` })),
      );
      const lines = async (limit?: number) =>
        unwrap(await service.chat.lines(game, null, limit === undefined ? {} : { limit })).map(({ number }) => number);
      expect(await lines()).toEqual(Array.from({ length: 100 }, (_, index) => index + 2));
      expect(await lines(101)).toHaveLength(101);
      expect(await lines(1)).toEqual([101]);
    });

    test('a guest is authenticated by the token and by nothing else', async () => {
      const { service, anna } = await open();
      const { person, token } = unwrap(await service.people.createGuest({ name: 'Carl' }));
      expect(unwrap(await service.people.authenticate(token))).toEqual(person);
      expect(codeOf(await service.people.authenticate(token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))))).toBe(
        'auth/invalid-token',
      );
      expect(codeOf(await service.people.authenticate('nonsense'))).toBe('auth/invalid-token');
      for (const [name, why] of [
        ['C', 'at least 2'],
        ['C'.repeat(25), 'at most 24'],
        ['C♞rl', 'letters and digits'],
        ['Сarl', 'Latin'],
        ['Server', 'another'],
        ['Guest 1a2b', 'another'],
      ]) {
        expect(await service.people.rename(anna, name!)).toMatchObject({
          error: { message: expect.stringContaining(why!) },
        });
      }
      expect(unwrap(await service.people.rename(anna, 'Anne')).name).toBe('Anne');
      unwrap(await service.people.rename(person.id, 'Karl'));
      expect(unwrap(await service.people.authenticate(token)).name).toBe('Karl');
    });

    test('guests may share a name', async () => {
      const testService = await open();
      const { service, anna, bert } = testService;
      const zoes = [anna, bert];
      for (const zoe of zoes) expect(unwrap(await service.people.rename(zoe, 'Zoe')).name).toBe('Zoe');
      const third = unwrap(await service.people.createGuest({ name: 'zoe' })).person;
      expect(third.name).toBe('zoe');
      const game = await startGame(testService);
      const suffix = (id: string) => id.slice(0, 4);
      expect(unwrap(await service.queries.pgn(game))).toContain(
        `[White "Zoe #${suffix(anna)}"]\n[Black "Zoe #${suffix(bert)}"]`,
      );
    });

    test('guests cannot take a unique name', async () => {
      const { service, ports, anna, bert } = await open();
      await ports.store.people.rename(anna, 'Zoe' as PersonName, { isUnique: true });
      expect(codeOf(await service.people.createGuest({ name: 'ZOE' }))).toBe('people/name-taken');
      expect(codeOf(await service.people.rename(bert, 'zoe'))).toBe('people/name-taken');
    });

    test('the token of a deleted guest is refused within seconds', async () => {
      const testService = await open();
      const { person, token } = unwrap(await testService.service.people.createGuest({ name: 'Carl' }));
      unwrap(await testService.service.people.authenticate(token));
      await testService.ports.store.people.forget(person.id);
      await testService.clock.advance(5000);
      expect(codeOf(await testService.service.people.authenticate(token))).toBe('auth/invalid-token');
      expect(codeOf(await testService.service.people.find(person.id))).toBe('people/unknown-person');
      expect(codeOf(await testService.service.people.rename(person.id, 'Karl'))).toBe('people/unknown-person');
    });
  });
}
