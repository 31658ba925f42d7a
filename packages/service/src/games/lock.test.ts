import type { GameId } from '@chessmith/game';
import { ok, unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { settled } from '../testing/virtual-clock.js';
import { gameLocks } from './lock.js';

const GAME = '1Game1111111' as GameId;
const OTHER = '1Game2222222' as GameId;

/** Work that logs its begin and end, and ends when `finish` is called. */
function slowWork(said: string[], name: string) {
  let finish: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work = async () => {
    said.push(`${name} begins`);
    await done;
    said.push(`${name} ends`);
    return ok(name);
  };
  return { work, finish };
}

test('work on one game runs one at a time and in order, while other games do not wait', async () => {
  const locks = gameLocks();
  const said: string[] = [];
  const [one, two, other] = ['one', 'two', 'other'].map((name) => slowWork(said, name));
  const runs = [
    locks.withLockOnGame(GAME, one!.work, { wait: true }),
    locks.withLockOnGame(GAME, two!.work, { wait: true }),
    locks.withLockOnGame(OTHER, other!.work, { wait: false }),
  ];
  two!.finish();
  other!.finish();
  await runs[2];
  one!.finish();
  expect((await Promise.all(runs)).map(unwrap)).toEqual(['one', 'two', 'other']);
  expect(said).toEqual(['one begins', 'other begins', 'other ends', 'one ends', 'two begins', 'two ends']);
});

test('with `wait: false`, work is refused as long as the game is busy', async () => {
  const locks = gameLocks();
  const { work, finish } = slowWork([], 'one');
  const run = locks.withLockOnGame(GAME, work, { wait: true });
  expect(await locks.withLockOnGame(GAME, work, { wait: false })).toMatchObject({ error: { code: 'game/busy' } });
  finish();
  await run;
  await locks.idle();
  expect(locks.queued(GAME)).toBe(0);
  expect(unwrap(await locks.withLockOnGame(GAME, work, { wait: false }))).toBe('one');
});

test('work that throws fails for its caller alone', async () => {
  const locks = gameLocks();
  const bad = locks.withLockOnGame(GAME, () => Promise.reject(new Error('bad')), { wait: true });
  const good = locks.withLockOnGame(GAME, async () => ok('good'), { wait: true });
  await expect(bad).rejects.toThrow('bad');
  expect(unwrap(await good)).toBe('good');
});

test('idle() resolves when the work on all games is done', async () => {
  const locks = gameLocks();
  const said: string[] = [];
  const [one, other] = ['one', 'other'].map((name) => slowWork(said, name));
  const runs = [
    locks.withLockOnGame(GAME, one!.work, { wait: true }),
    locks.withLockOnGame(OTHER, other!.work, { wait: true }),
  ];
  for (const who of ['first', 'second']) void locks.idle().then(() => said.push(`${who} hears quiet`));
  one!.finish();
  await runs[0];
  await settled();
  expect(said).toEqual(['one begins', 'other begins', 'one ends']);
  other!.finish();
  await runs[1];
  await settled();
  expect(said.slice(3)).toEqual(['other ends', 'first hears quiet', 'second hears quiet']);
});
