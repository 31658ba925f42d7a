import type { api } from '@chessmith/protocol';
import { expect, test } from 'vitest';
import { follow } from './following.js';
import type { Problem } from './problem.js';
import type { SubscriptionEvent } from './subscriptions.js';

const problem: Problem = { code: 'game/not-found', message: 'No such game.' };

/** A follower of a game; the test acts as the server and as the clock. */
function following() {
  const shown: api.GameView[] = [];
  const told: string[] = [];
  const asked: ((version: number) => Promise<void>)[] = [];
  let nowMs = 0;
  let hear: (heard: SubscriptionEvent) => void = () => {};
  const subscription = follow(
    'aaaaaaaaaaaa',
    {
      view: (view) => void shown.push(view),
      news: ({ node }) => void told.push(node),
      refused: ({ code }) => void told.push(code),
    },
    {
      subscribe(options, listener) {
        told.push(`subscribe ${(options.node as readonly string[]).slice(-2)}`);
        hear = listener;
        return { unsubscribe: () => void told.push('unsubscribe') };
      },
      view: () =>
        new Promise((resolve) => {
          asked.push(async (version) => {
            resolve({ ok: true, value: { ...BEFORE, version } as api.GameView });
            await new Promise(setImmediate);
          });
        }),
      now: () => nowMs,
    },
  );
  return {
    shown,
    told,
    asked,
    subscription,
    wait: (ms: number) => {
      nowMs += ms;
    },
    hear: (heard: SubscriptionEvent) => hear(heard),
    news: (...news: readonly (readonly [api.NewsNode, number, unknown])[]) =>
      hear({
        kind: 'news',
        version: 0,
        news: news.map(([node, version, payload]) => ({ node, version, at: '', payload }) as unknown as api.News),
      }),
  };
}

const BEFORE = {
  ...{ version: 1, situation: 'running', turn: 'white' },
  clocks: { remainingMs: { white: 1000, black: 1000 }, running: 'white' },
} as unknown as api.GameView;
const snapshot: SubscriptionEvent = { kind: 'snapshot', version: 1, view: BEFORE };

test('a follower gets each event once, and the reason if the game is refused', () => {
  const { told, hear, news, shown } = following();
  hear(snapshot);
  news(['ChatEvent', 1, 'Hello']);
  hear({ kind: 'refused', problem });
  hear(snapshot);
  expect(told).toEqual(['subscribe ChatEvent,WatchersUpdateEvent', 'ChatEvent', problem.code]);
  expect(shown).toHaveLength(1);
});

test('a shown clock has run on since its last update, and never goes below zero', () => {
  const { hear, wait, news, shown } = following();
  hear(snapshot);
  wait(300);
  news(['DrawOfferUpdateEvent', 2, 'white']);
  wait(5000);
  news(['DrawOfferUpdateEvent', 3, null]);
  expect(shown.map(({ clocks }) => clocks!.remainingMs.white)).toEqual([1000, 700, 0]);
});

test('a view older than the known version is not shown, and a newer one is requested again', async () => {
  const { hear, news, asked, shown } = following();
  hear(snapshot);
  news(['TurnUpdateEvent', 2, 'black']);
  news(['TurnUpdateEvent', 3, 'white']);
  news(['TurnUpdateEvent', 4, 'black']);
  expect(asked).toHaveLength(1);
  await asked[0]!(3);
  expect(shown.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  expect(asked).toHaveLength(2);
  await asked[1]!(4);
  expect(shown.map(({ version }) => version)).toEqual([1, 2, 3, 4, 4]);
});

test('after a reconnect the client asks for the view, whatever was missed', () => {
  const { hear, asked } = following();
  hear(snapshot);
  hear({ kind: 'missed', version: 1, news: [] });
  expect(asked).toHaveLength(1);
});

test('after unsubscribing no event arrives, not even the response to an open request', async () => {
  const { hear, news, asked, shown, told, subscription } = following();
  hear(snapshot);
  news(['TurnUpdateEvent', 2, 'black']);
  subscription.unsubscribe();
  news(['TurnUpdateEvent', 3, 'white']);
  await asked[0]!(2);
  expect(shown.map(({ version }) => version)).toEqual([1, 2]);
  expect(told.at(-1)).toBe('unsubscribe');
});
