import { describe, expect, test } from 'vitest';
import type { GamePage, GameSearch, Listing } from '../ports/index.js';
import { ANNA, BERT, CARL, commitTo, fact, gameId, instant, listing, version } from './samples.js';
import type { CurrentStore } from './store-under-test.js';

const ALL = { limit: 100 };

export function testDirectory(current: CurrentStore): void {
  let keys = 0;
  /** Appends one fact to the game with this number, with this listing. */
  async function list(number: number, overrides: Partial<Listing> = {}): Promise<string> {
    const store = current.store.games;
    const expected = await store.versionOf(gameId(number));
    keys += 1;
    return (await store.append(commitTo(gameId(number), { key: `${keys}`, listing: overrides }), expected)).kind;
  }
  const found = async (search: GameSearch): Promise<number[]> =>
    numbers(await current.store.directory.list(search, ALL));

  describe('the directory', () => {
    test('shows a game as its last commit described it', async () => {
      const overrides = { host: ANNA, seats: { white: ANNA, black: null }, summary: { clock: '3+2' }, alias: 'blitz' };
      await list(1);
      await list(1, overrides);
      await current.reopen();
      const shown = { ...listing(overrides), game: gameId(1), version: 2, summaryVersion: 2 };
      expect(await current.store.directory.game(gameId(1))).toEqual(shown);
      expect(await current.store.directory.game(gameId(2))).toBeUndefined();
    });

    test('keeps a summary that a commit leaves unchanged, with the version it describes', async () => {
      const overrides = {
        host: ANNA,
        alias: 'blitz',
        summary: { ply: 0 },
        lastActivityAt: instant(1),
        deadline: instant(9),
      };
      await list(1, overrides);
      await list(2, { lastActivityAt: instant(2) });
      const { games, directory } = current.store;
      const activity = { lastActivityAt: instant(3), deadline: instant(5) };
      const move = commitTo(gameId(1), { key: 'move', facts: [fact('1'), fact('2')], activity });
      expect(await games.append(move, version(1))).toEqual({ kind: 'appended', version: 3 });
      const shown = { ...listing(overrides), ...activity, game: gameId(1), version: 3, summaryVersion: 1 };
      expect(await directory.game(gameId(1))).toEqual(shown);
      expect(await found({})).toEqual([1, 2]);
      expect((await directory.dueBefore(instant(6), 9)).map(number)).toEqual([1]);
      await current.reopen();
      expect(await current.store.directory.gameByAlias('blitz')).toEqual(shown);

      await list(1, { ...overrides, summary: { ply: 3 } });
      expect(await current.store.directory.game(gameId(1))).toMatchObject({ summary: { ply: 3 }, summaryVersion: 4 });
    });

    test('replaces a summary that was behind and keeps the other fields', async () => {
      const { games, directory } = current.store;
      await list(1, { alias: 'blitz', summary: { ply: 0 } });
      const activity = { lastActivityAt: instant(3), deadline: null };
      await games.append(commitTo(gameId(1), { key: 'move', activity }), version(1));
      const shown = (await directory.game(gameId(1)))!;
      await directory.relist(gameId(1), version(2), { ...shown, summary: { ply: 1 } });
      const fresh = { ...shown, summary: { ply: 1 }, summaryVersion: 2 };
      expect(await directory.game(gameId(1))).toEqual(fresh);
      await games.append(commitTo(gameId(1), { key: 'next', activity }), version(2));
      await current.reopen();
      expect(await current.store.directory.game(gameId(1))).toEqual({ ...fresh, version: 3 });
    });

    test('rejects a first commit without a listing', async () => {
      const activity = { lastActivityAt: instant(3), deadline: null };
      await expect(
        current.store.games.append(commitTo(gameId(1), { key: 'a', activity }), version(0)),
      ).rejects.toThrow();
      expect(await current.store.games.versionOf(gameId(1))).toBe(0);
    });

    test('does not change when a commit is not stored', async () => {
      await list(1, { ruleset: 'atomic' });
      await current.store.games.append(commitTo(gameId(1), { key: 'b', listing: { ruleset: 'horde' } }), version(5));
      expect(await current.store.directory.game(gameId(1))).toMatchObject({ ruleset: 'atomic', version: 1 });
    });

    test('finds an unfinished game by its alias, which is free again at the end', async () => {
      expect(await list(1, { alias: 'mine' })).toBe('appended');
      expect(await list(2, { alias: 'mine' })).toBe('alias-taken');
      expect(await list(2, { alias: 'Mine' })).toBe('appended');
      expect(await current.store.directory.gameByAlias('mine')).toMatchObject({ game: gameId(1) });
      expect(await current.store.games.versionOf(gameId(2))).toBe(1);

      await list(1, { alias: 'mine', situation: 'terminated' });
      expect(await current.store.directory.gameByAlias('mine')).toBeUndefined();
      expect(await list(3, { alias: 'mine' })).toBe('appended');
      // Commits after the end, such as a rematch, still succeed.
      expect(await list(1, { alias: 'mine', situation: 'terminated' })).toBe('appended');
      expect(await current.store.directory.gameByAlias('mine')).toMatchObject({ game: gameId(3) });
    });

    test('gives an alias to one of many games that ask for it at once', async () => {
      const kinds = await Promise.all(Array.from({ length: 20 }, (_, index) => list(index, { alias: 'mine' })));
      expect(kinds.filter((kind) => kind === 'appended')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'alias-taken')).toHaveLength(19);
    });

    test('finds a game by its join code while a seat is open', async () => {
      const code = { joinCode: 'ACDEFGHJ', isPrivate: true };
      const find = async () => (await current.store.directory.gameByJoinCode('ACDEFGHJ'))?.game;
      await list(1, { ...code, seats: { white: ANNA, black: null } });
      expect(await find()).toBe(gameId(1));
      expect(await list(2, code)).toBe('join-code-taken');
      await list(1, { ...code, seats: { white: ANNA, black: BERT }, situation: 'running' });
      expect(await find()).toBeUndefined();
      await list(1, { ...code, seats: { white: null, black: BERT }, situation: 'running' });
      expect(await find()).toBe(gameId(1));
      await list(1, { ...code, seats: { white: null, black: BERT }, situation: 'terminated' });
      expect(await find()).toBeUndefined();
      // With both seats taken, the code finds no game and is free for others.
      const full = { ...code, seats: { white: ANNA, black: BERT }, situation: 'running' } as const;
      const kinds = [await list(3, full), await list(4, code), await list(3, full)];
      expect(kinds).toEqual(['appended', 'appended', 'appended']);
      expect(await find()).toBe(gameId(4));
    });

    test('lists public games only, latest activity first', async () => {
      await list(1, { lastActivityAt: instant(10) });
      await list(2, { lastActivityAt: instant(30) });
      await list(3, { lastActivityAt: instant(40), isPrivate: true });
      await list(4, { lastActivityAt: instant(20) });
      expect(await found({})).toEqual([2, 4, 1]);
      await list(1, { lastActivityAt: instant(50) });
      expect(await found({})).toEqual([1, 2, 4]);
      expect(await found({ player: ANNA })).toEqual([]);
    });

    test('finds games by each search condition', async () => {
      await list(1, { seats: { white: ANNA, black: null }, alias: 'one' });
      await list(2, { seats: { white: ANNA, black: BERT }, situation: 'running', ruleset: 'atomic', alias: 'only' });
      await list(3, { seats: { white: BERT, black: ANNA }, situation: 'terminated' });
      await list(4, { seats: { white: ANNA, black: null }, isPrivate: true, alias: 'on private' });
      const sorted = async (search: GameSearch) => (await found(search)).sort();
      expect(await sorted({ situations: ['running', 'terminated'] })).toEqual([2, 3]);
      expect(await sorted({ situations: [] })).toEqual([]);
      expect(await sorted({ ruleset: 'atomic' })).toEqual([2]);
      expect(await sorted({ player: BERT })).toEqual([2, 3]);
      expect(await sorted({ hasOpenSeat: true })).toEqual([1]);
      expect(await sorted({ hasOpenSeat: false })).toEqual([2, 3]);
      expect(await sorted({ aliasBegins: 'on' })).toEqual([1, 2]);
      expect(await sorted({ aliasBegins: '%' })).toEqual([]);
      expect(await sorted({ player: ANNA, situations: ['waiting-for-players'], ruleset: 'standard' })).toEqual([1]);
    });

    test('gives all games page by page, each once', async () => {
      for (let number = 0; number < 7; number++)
        await list(number, { lastActivityAt: instant(Math.floor(number / 3)) });
      // The game that was created first has the latest activity.
      await list(0, { lastActivityAt: instant(9) });
      const pages: number[][] = [];
      let after: string | undefined;
      do {
        const page = await current.store.directory.list({}, after === undefined ? { limit: 3 } : { limit: 3, after });
        pages.push(numbers(page));
        after = page.next;
      } while (after !== undefined);
      expect(pages).toEqual([[0, 6, 5], [4, 3, 2], [1]]);
    });

    test('continues where a page ended, even if games have moved in the list', async () => {
      for (let number = 0; number < 4; number++) await list(number, { lastActivityAt: instant(number) });
      const { next } = await current.store.directory.list({}, { limit: 2 });
      expect(next).toMatch(/^\d+\.\d+$/);
      await list(2, { lastActivityAt: instant(9) });
      expect(numbers(await current.store.directory.list({}, { limit: 2, after: next! }))).toEqual([1, 0]);
      expect(numbers(await current.store.directory.list({}, { limit: 2, after: 'nowhere' }))).toEqual([]);
    });

    test('ends with a full page when nothing follows it', async () => {
      for (let number = 0; number < 4; number++) await list(number);
      const one = await current.store.directory.list({}, { limit: 2 });
      const two = await current.store.directory.list({}, { limit: 2, after: one.next! });
      expect([numbers(one), numbers(two), two.next]).toEqual([[3, 2], [1, 0], undefined]);
    });

    test('finds the games of a person: those they play in and those they created, private or not', async () => {
      await list(1, { seats: { white: ANNA, black: BERT }, lastActivityAt: instant(1) });
      await list(2, { seats: { white: BERT, black: null }, isPrivate: true, lastActivityAt: instant(3) });
      await list(3, { host: BERT, lastActivityAt: instant(2), situation: 'terminated' });
      await list(4, { seats: { white: CARL, black: CARL }, lastActivityAt: instant(4) });
      const own = async (person = BERT, search: GameSearch = {}) =>
        numbers(await current.store.directory.gamesOf(person, search, ALL));
      expect(await own()).toEqual([2, 3, 1]);
      expect(await own(CARL)).toEqual([4]);
      expect(await own(BERT, { situations: ['terminated'] })).toEqual([3]);
      expect(await own(BERT, { isPrivate: false })).toEqual([3, 1]);
      expect(await own(BERT, { isPrivate: true })).toEqual([2]);
      await list(2, { seats: { white: null, black: null }, isPrivate: true });
      expect(await own()).toEqual([3, 1]);
      const page = await current.store.directory.gamesOf(BERT, {}, { limit: 1 });
      expect(numbers(page)).toEqual([3]);
      expect(numbers(await current.store.directory.gamesOf(BERT, {}, { limit: 1, after: page.next! }))).toEqual([1]);
    });

    test('finds the games that a person left while they ran', async () => {
      const own = async () => numbers(await current.store.directory.gamesOf(BERT, {}, ALL));
      const seats = { white: ANNA, black: BERT };
      await list(1, { seats, situation: 'running' });
      await list(1, { seats: { white: ANNA, black: null }, situation: 'running' });
      expect(await own()).toEqual([1]);
      await list(1, { seats, situation: 'running' });
      expect(await own()).toEqual([1]);
      await list(1, { seats: { white: ANNA, black: CARL }, situation: 'running' });
      await list(1, { seats: { white: ANNA, black: CARL }, situation: 'terminated' });
      expect(await own()).toEqual([1]);
      await list(2, { seats, situation: 'ready' });
      await list(2, { seats: { white: ANNA, black: null } });
      expect(await own()).toEqual([1]);
    });

    test('finds games whose deadline is before an instant, earliest first', async () => {
      await list(1, { deadline: instant(20) });
      await list(2, { deadline: instant(10) });
      await list(3, { deadline: null });
      await list(4, { deadline: instant(5), isPrivate: true });
      const due = async (seconds: number, limit = 9) =>
        (await current.store.directory.dueBefore(instant(seconds), limit)).map(number);
      expect(await due(15)).toEqual([4, 2]);
      expect(await due(20)).toEqual([4, 2]);
      expect(await due(21)).toEqual([4, 2, 1]);
      expect(await due(21, 1)).toEqual([4]);
      await list(4, { deadline: null });
      expect(await due(15)).toEqual([2]);
    });

    test('goes through all games in the order of creation', async () => {
      for (const number of [5, 3, 4]) await list(number, { isPrivate: number === 3 });
      const one = await current.store.directory.everyGame({ limit: 2 });
      expect(numbers(one)).toEqual([5, 3]);
      expect(numbers(await current.store.directory.everyGame({ limit: 2, after: one.next! }))).toEqual([4]);
    });

    test('replaces a listing at the given version, and at no other', async () => {
      await list(1, { alias: 'a' });
      const { directory } = current.store;
      await directory.relist(gameId(1), version(2), listing({ alias: 'b' }));
      expect(await directory.gameByAlias('a')).toMatchObject({ version: 1 });
      await directory.relist(gameId(1), version(1), listing({ alias: 'b', seats: { white: CARL, black: null } }));
      expect(await directory.gameByAlias('b')).toMatchObject({ version: 1, seats: { white: CARL } });
      expect(numbers(await directory.gamesOf(CARL, {}, ALL))).toEqual([1]);
      await directory.relist(gameId(2), version(0), listing());
      expect(await directory.game(gameId(2))).toBeUndefined();
    });

    test('counts all facts of a commit', async () => {
      const commit = commitTo(gameId(1), { key: 'a', facts: [fact('1'), fact('2'), fact('3')] });
      await current.store.games.append(commit, version(0));
      expect(await current.store.directory.game(gameId(1))).toMatchObject({ version: 3 });
    });
  });
}

function numbers({ games }: GamePage): number[] {
  return games.map(number);
}

function number({ game }: { readonly game: string }): number {
  return Number(game.at(-1));
}
