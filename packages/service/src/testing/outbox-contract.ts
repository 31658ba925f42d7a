import { describe, expect, test } from 'vitest';
import { commitOf, instant, version } from './samples.js';
import type { CurrentStore } from './store-under-test.js';

export function testOutbox(current: CurrentStore): void {
  const enqueue = (key: string, ...bodies: string[]) => {
    const messages = bodies.map((body) => ({ topic: 'scores', body }));
    return current.store.games.append(commitOf({ key, messages }), version(0));
  };
  const take = (now: number, until: number, limit = 10) =>
    current.store.outbox.take('scores', instant(now), instant(until), limit);
  const bodies = async (now: number, until = now + 10, limit = 10) =>
    (await take(now, until, limit)).map(({ body }) => body);

  describe('the outbox', () => {
    test('keeps the messages of a commit, in order, until they are settled', async () => {
      await enqueue('a', 'white', 'black');
      await current.reopen();
      const taken = await take(0, 10);
      expect(taken.map(({ topic, body, attempts }) => ({ topic, body, attempts }))).toEqual([
        { topic: 'scores', body: 'white', attempts: 1 },
        { topic: 'scores', body: 'black', attempts: 1 },
      ]);
      await current.store.outbox.settle(taken[0]!.id);
      await current.reopen();
      expect(await bodies(11)).toEqual(['black']);
      expect(await current.store.outbox.waiting('scores')).toBe(1);
    });

    test('gets nothing from a commit that was not stored, and nothing twice from a repeated one', async () => {
      await enqueue('a', 'once');
      await enqueue('a', 'once');
      await enqueue('b', 'conflict');
      expect(await bodies(0)).toEqual(['once']);
    });

    test('leases a message to one worker at a time, and gives it out again when the lease ends', async () => {
      await enqueue('a', 'hello');
      expect(await bodies(0, 10)).toEqual(['hello']);
      expect(await bodies(9, 20)).toEqual([]);
      const [again] = await take(10, 20);
      expect(again).toMatchObject({ body: 'hello', attempts: 2 });
    });

    test('gives out a postponed message when its time has come', async () => {
      await enqueue('a', 'hello');
      const [message] = await take(0, 10);
      await current.store.outbox.postpone(message!.id, instant(500));
      await current.reopen();
      expect(await bodies(499)).toEqual([]);
      expect(await bodies(500)).toEqual(['hello']);
    });

    test('gives out no more than the limit, and keeps topics separate', async () => {
      await enqueue('a', '1', '2', '3');
      expect(await current.store.outbox.take('other', instant(0), instant(10), 9)).toEqual([]);
      expect(await bodies(0, 10, 2)).toEqual(['1', '2']);
      expect(await bodies(0, 10, 2)).toEqual(['3']);
      expect(await current.store.outbox.waiting('other')).toBe(0);
    });
  });
}
