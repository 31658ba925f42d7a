import type { GameId, Instant } from '@chessmith/game';
import type { PersonId, PersonName, SecretHash } from '@chessmith/people';
import type { FinishedGame } from '@chessmith/service';
import { tokenlessPlayers } from '@chessmith/service';
import { openMemoryStore } from '@chessmith/store';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openResultPoster } from './result-poster.js';

const ANNA = '00000000-0000-4000-8000-000000000001' as PersonId;
const BERT = '00000000-0000-4000-8000-000000000002' as PersonId;
const NAMELESS = '00000000-0000-4000-8000-000000000003' as PersonId;
const AT = '2026-11-15T05:00:00.000Z' as Instant;

const finished = (end: FinishedGame['end'], black: PersonId = BERT): FinishedGame => ({
  game: 'abcdefghijkm' as GameId,
  ruleset: 'standard',
  isRated: false,
  at: AT,
  seats: { white: ANNA, black },
  end,
});

async function storeOfPeople() {
  const store = openMemoryStore();
  const { people } = store;
  await people.addGuest({ id: ANNA, name: 'Anna B' as PersonName, createdAt: AT }, 'a' as SecretHash);
  await people.addGuest({ id: BERT, name: 'Bert' as PersonName, createdAt: AT }, 'b' as SecretHash);
  await people.addGuest({ id: NAMELESS, name: null, createdAt: AT }, 'c' as SecretHash);
  return store;
}

test('results are posted for white, then black; draws without a winner; players without a name are skipped', async () => {
  const sent: string[] = [];
  const statistics = openResultPoster('stats:8082', await storeOfPeople(), async (url, body) => {
    sent.push(`${url} ${body}`);
    return { ok: true, status: 200 };
  });
  await statistics.record(finished({ kind: 'win', winner: 'black', cause: 'checkmate' }));
  await statistics.record(finished({ kind: 'draw', cause: 'agreement' }, NAMELESS));
  expect(sent).toEqual([
    'http://stats:8082/score/Anna%20B {"score":{"hasWon":false}}',
    'http://stats:8082/score/Bert {"score":{"hasWon":true}}',
    'http://stats:8082/score/Anna%20B {"score":{}}',
  ]);
});

test('a display name of the Chess Game Service API is posted, unless a person of /api could have it', async () => {
  const sent: string[] = [];
  const store = await storeOfPeople();
  const statistics = openResultPoster('stats', store, async (url) => {
    sent.push(url.split('/').at(-1)!);
    return { ok: true, status: 200 };
  });
  for (const name of ['B', 'mary@home', 'Anna B', 'Carla', '..', '\ud800']) {
    await tokenlessPlayers(store.settings).setDisplayName(NAMELESS, name);
    await statistics.record(finished({ kind: 'win', winner: 'black', cause: 'checkmate' }, NAMELESS));
  }
  expect(sent.filter((name) => name !== 'Anna%20B')).toEqual(['B', 'mary%40home']);
});

test('a failed delivery rejects, and a retry in any process posts only the rest', async () => {
  const sent: string[] = [];
  let isDown = true;
  const store = await storeOfPeople();
  const open = () =>
    openResultPoster('stats', store, async (url) => {
      sent.push(url);
      return url.endsWith('Bert') && isDown ? { ok: false, status: 500 } : { ok: true, status: 200 };
    });
  const result = finished({ kind: 'win', winner: 'white', cause: 'timeout' });
  await expect(open().record(result)).rejects.toThrow('500');
  isDown = false;
  await open().record(result);
  expect(sent.map((url) => url.split('/').at(-1))).toEqual(['Anna%20B', 'Bert', 'Bert']);
});

test('a player of both sides gets no result', async () => {
  const statistics = openResultPoster('stats', await storeOfPeople(), () => Promise.reject(new Error('posted')));
  await statistics.record(finished({ kind: 'win', winner: 'white', cause: 'timeout' }, ANNA));
});

test('a shutdown waits for the running post, which would otherwise be counted twice, but not for ever', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const posts: { readonly signal: AbortSignal; accept(): void }[] = [];
  const statistics = openResultPoster('stats', await storeOfPeople(), (_url, _body, signal) => {
    return new Promise((resolve) => void posts.push({ signal, accept: () => resolve({ ok: true, status: 200 }) }));
  });
  const recorded = statistics.record(finished({ kind: 'win', winner: 'white', cause: 'timeout' }));
  await vi.waitUntil(() => posts.length === 1);
  statistics.close();
  expect(posts[0]!.signal.aborted).toBe(false);
  posts[0]!.accept();
  await vi.waitUntil(() => posts.length === 2);
  expect(posts[1]!.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(3000);
  expect(posts[1]!.signal.aborted).toBe(true);
  posts[1]!.accept();
  await recorded;
});
