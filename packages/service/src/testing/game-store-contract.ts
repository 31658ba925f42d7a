import type { Version } from '@chessmith/game';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { Appended, FactFilter, GameStore, StoredFact, VersionedFact } from '../ports/index.js';
import { ANNA, BERT, commitOf, commitTo, fact, gameId, instant, version } from './samples.js';
import type { CurrentStore } from './store-under-test.js';

const GAME = gameId(1);

export function testGameStore(current: CurrentStore): void {
  const append = (...args: Parameters<GameStore['append']>): Promise<Appended> => current.store.games.append(...args);
  const first = (key: string, options = {}) => append(commitOf({ key, ...options }), version(0));
  const facts = async (which?: FactFilter) => unwrap(await current.store.games.factsOf(GAME, which));

  describe('facts', () => {
    test('an unknown game has version 0 and no facts', async () => {
      expect(await current.store.games.versionOf(GAME)).toBe(0);
      expect(await facts()).toEqual([]);
    });

    test('all facts of a commit are stored in order, each with its version', async () => {
      const stored = [fact('one', 'PlayerJoined'), fact('two', 'GameStarted')];
      expect(await first('a', { facts: stored })).toEqual({ kind: 'appended', version: 2 });
      expect(await append(commitOf({ key: 'b' }), version(2))).toEqual({ kind: 'appended', version: 3 });
      expect(await facts()).toEqual([
        { ...stored[0], version: 1 },
        { ...stored[1], version: 2 },
        { ...fact('b'), version: 3 },
      ]);
      expect(await current.store.games.versionOf(GAME)).toBe(3);
    });

    test('public and secret parts are stored unchanged', async () => {
      const stored: StoredFact = {
        type: 'MovePlayed',
        schema: 3,
        open: { text: 'é \u2028 "\\\u0000 𝄞', list: [1, null, true, 0.1, -5e-324], nested: { empty: {} } },
        secret: [{ coin: 'heads' }],
      };
      await first('a', { facts: [stored] });
      await current.reopen();
      expect(await facts()).toEqual([{ ...stored, version: 1 }]);
    });

    test('facts are found after a version, also in the middle of a commit, and by type', async () => {
      await first('a', { facts: [fact('1', 'PlayerJoined'), fact('2'), fact('3', 'PlayerJoined')] });
      await append(commitOf({ key: 'b', facts: [fact('4'), fact('5', 'PlayerJoined')] }), version(3));
      const versions = async (which: FactFilter) => (await facts(which)).map((found) => found.version);
      expect(await versions({ after: version(0) })).toEqual([1, 2, 3, 4, 5]);
      expect(await versions({ after: version(2) })).toEqual([3, 4, 5]);
      expect(await versions({ after: version(3) })).toEqual([4, 5]);
      expect(await versions({ after: version(9) })).toEqual([]);
      expect(await versions({ type: 'PlayerJoined' })).toEqual([1, 3, 5]);
      expect(await versions({ after: version(1), type: 'PlayerJoined' })).toEqual([3, 5]);
      expect(await versions({ type: 'GameEnded' })).toEqual([]);
    });

    test('a long game is read in pages with the same facts, from any version on', async () => {
      const many = (from: number) => Array.from({ length: 100 }, (_, index) => fact(`${from + index}`));
      await first('0', { facts: many(0) });
      for (let at = 100; at < 1000; at += 100) {
        await append(commitOf({ key: `${at}`, facts: many(at) }), version(at));
      }
      for (const after of [0, 1, 150, 300, 999, 1000, 2000]) {
        const pages: (readonly VersionedFact[])[] = [];
        for await (const page of current.store.games.factPages(GAME, version(after))) pages.push(unwrap(page));
        expect(pages.flat()).toEqual(await facts({ after: version(after) }));
        const left = Array.from({ length: Math.max(0, 1000 - after) }, (_, index) => after + 1 + index);
        expect(pages.flat().map((read) => read.version)).toEqual(left);
        expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(500);
      }
    });

    test('games are separate', async () => {
      await first('a');
      await append(commitTo(gameId(2), { key: 'a' }), version(0));
      expect(await facts()).toHaveLength(1);
      expect(await current.store.games.versionOf(gameId(2))).toBe(1);
      expect(unwrap(await current.store.games.factsOf(gameId(3)))).toEqual([]);
    });

    test('facts survive a restart', async () => {
      await first('a', { facts: [fact('1'), fact('2')] });
      const before = await facts();
      await current.reopen();
      expect(await facts()).toEqual(before);
      expect(await append(commitOf({ key: 'b' }), version(2))).toEqual({ kind: 'appended', version: 3 });
    });
  });

  describe('versions', () => {
    test.each([0, 1, 3, 7])(
      'a commit that expects version %i of a game at 2 conflicts and stores nothing',
      async (wrong) => {
        await first('a', { facts: [fact('1'), fact('2')] });
        expect(await append(commitOf({ key: 'b' }), version(wrong))).toEqual({ kind: 'conflict', version: 2 });
        expect(await facts()).toHaveLength(2);
        expect(await current.store.games.findReceipt(GAME, ANNA, 'b')).toBeUndefined();
      },
    );

    test('a commit that expects facts of an unknown game conflicts', async () => {
      expect(await append(commitOf({ key: 'a' }), version(1))).toEqual({ kind: 'conflict', version: 0 });
    });

    test('of two commits at the same version, one wins', async () => {
      const both = await Promise.all([first('a'), append(commitOf({ key: 'a', actor: BERT }), version(0))]);
      expect(both.map(({ kind }) => kind)).toEqual(['appended', 'conflict']);
      expect(await facts()).toHaveLength(1);
    });

    test('each of 100 concurrent commits lands at the version it expects, or conflicts', async () => {
      const tries = Array.from({ length: 100 }, (_, index) =>
        append(commitTo(gameId(index % 10), { key: `${index}` }), version(Math.floor(index / 20))),
      );
      const kinds = (await Promise.all(tries)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'appended')).toHaveLength(50);
      expect(kinds.filter((kind) => kind === 'conflict')).toHaveLength(50);
      for (let game = 0; game < 10; game++) expect(await current.store.games.versionOf(gameId(game))).toBe(5);
    });
  });

  describe('commands', () => {
    test('a repeated command gets its first receipt and has no second effect', async () => {
      await first('a', { answer: { san: 'e4' } });
      await append(commitOf({ key: 'b' }), version(1));
      const again = commitOf({ key: 'a', answer: { san: 'something else' } });
      const repeated = { kind: 'repeated', version: 1, at: instant(0), answer: { san: 'e4' } };
      expect(await append(again, version(0))).toEqual(repeated);
      expect(await append(again, version(2))).toEqual(repeated);
      await current.reopen();
      expect(await append(again, version(2))).toEqual(repeated);
      expect(await facts()).toHaveLength(2);
    });

    test('100 concurrent copies have one effect and one receipt', async () => {
      const copies = await Promise.all(Array.from({ length: 100 }, () => first('a')));
      expect(copies.filter(({ kind }) => kind === 'appended')).toHaveLength(1);
      expect(copies.filter(({ kind }) => kind === 'repeated')).toHaveLength(99);
      expect(await facts()).toHaveLength(1);
    });

    test('another body under a used key is refused, whatever version it expects', async () => {
      await first('a');
      for (const expected of [0, 1]) {
        const other = commitOf({ key: 'a', bodyHash: 'another' });
        expect(await append(other, version(expected))).toEqual({ kind: 'key-reused' });
      }
    });

    test('a key belongs to one actor in one game', async () => {
      await first('a');
      expect(await append(commitOf({ key: 'a', actor: BERT }), version(1))).toMatchObject({ kind: 'appended' });
      expect(await append(commitOf({ key: 'a', actor: 'server' }), version(2))).toMatchObject({ kind: 'appended' });
      expect(await append(commitTo(gameId(2), { key: 'a' }), version(0))).toMatchObject({ kind: 'appended' });
    });

    test('only accepted commands have receipts', async () => {
      await first('a', { answer: [1, 2] });
      await append(commitOf({ key: 'refused' }), 7 as Version);
      const { games } = current.store;
      expect(await games.findReceipt(GAME, ANNA, 'a')).toEqual({
        ...{ version: 1, at: instant(0), bodyHash: 'hash of a', answer: [1, 2] },
      });
      expect(await games.findReceipt(GAME, ANNA, 'refused')).toBeUndefined();
      expect(await games.findReceipt(GAME, BERT, 'a')).toBeUndefined();
      expect(await append(commitOf({ key: 'refused' }), version(1))).toMatchObject({ kind: 'appended' });
    });
  });

  test('a closed store refuses to append and reports that it is not ready', async () => {
    expect(current.store.readiness()).toEqual({ ready: true });
    await current.store.close();
    expect(await first('a')).toMatchObject({ kind: 'unavailable' });
    expect(current.store.readiness()).toMatchObject({ ready: false });
  });

  test('closing waits for pending commits', async () => {
    const commits = Array.from({ length: 20 }, (_, index) => append(commitTo(gameId(index), { key: 'a' }), version(0)));
    await current.store.close();
    expect((await Promise.all(commits)).every(({ kind }) => kind === 'appended')).toBe(true);
  });
}
