import type { PersonId } from '@chessmith/people';
import { err, ok, type Result } from '@chessmith/std';
import { expect, test } from 'vitest';
import { createReadQuota } from '../rate-limit/read-quota.js';
import { coreWith } from '../testing/fake-core.js';
import type { Sender } from '../websocket/send.js';
import { openSession } from './session.js';

/** A session with subscriptions; the test decides when each game has loaded. */
function openTestSession() {
  const frames: { readonly type: string; readonly key?: string }[] = [];
  const requested: { readonly [name: string]: unknown }[] = [];
  const loaded: ((outcome?: Result<unknown, unknown>) => Promise<void>)[] = [];
  const touched: unknown[] = [];
  const open = { subscriptions: 0, presences: 0, ticking: 0, connections: 0 };
  let publish: (event: unknown) => void = () => {};
  const counted = (what: keyof typeof open, name: string) => {
    open[what] += 1;
    const close = (): void => {
      open[what] -= 1;
    };
    return { [name]: close, id: '1', version: 4 };
  };
  const core = coreWith(
    {
      subscribe(options: object, listener: typeof publish) {
        requested.push(options as (typeof requested)[number]);
        publish = listener;
        return new Promise((resolve) => {
          loaded.push(async (outcome = ok(counted('subscriptions', 'unsubscribe'))) => {
            resolve(outcome);
            await someTurns();
          });
        });
      },
      connect: () => counted('connections', 'close'),
      enter: async () => ok(counted('presences', 'leave')),
      authenticate: async () => ok({ id: BERT }),
      touch: (game: unknown) => touched.push(game),
      sharedView: async () => ok({ view: { id: game }, clocks: null }),
      say: async () => ok({}),
      run: async () => ok({}),
    },
    {
      ticks: { listen: () => counted('ticking', 'stop').stop },
      reads: createReadQuota(1_000_000, { monotonicMs: () => 0 }),
    },
  );
  const sender = { send: (text: string) => frames.push(JSON.parse(text)) > 0, lagMs: () => 0 };
  const session = openSession(core, sender as unknown as Sender, { address: 'here', person: ANNA });
  return {
    ...{ frames, requested, loaded, touched, open, session },
    publish: (event: unknown) => publish(event),
    ask: async (frame: object) => {
      session.receive(JSON.stringify(frame));
      await someTurns();
    },
  };
}

const ANNA = '11111111-1111-4111-8111-111111111111' as PersonId;
const BERT = '22222222-2222-4222-8222-222222222222' as PersonId;
const game = '111111111111';
const subscribeFrame = { type: 'subscribe', key: 's', game, ticks: true };

async function someTurns(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
}

test.each(['before', 'after'])(
  'a client that disconnects %s the game is loaded has no subscription and no presence',
  async (when) => {
    const { ask, loaded, open, session } = openTestSession();
    await ask(subscribeFrame);
    if (when === 'after') {
      await loaded[0]!();
      expect(open).toEqual({ subscriptions: 1, presences: 1, ticking: 1, connections: 1 });
    }
    session.leave();
    if (when === 'before') await loaded[0]!();
    expect(open).toEqual({ subscriptions: 0, presences: 0, ticking: 0, connections: 0 });
  },
);

test('an unsubscribed client gets neither news nor clock ticks', async () => {
  const { ask, loaded, open, publish, frames } = openTestSession();
  await ask(subscribeFrame);
  await loaded[0]!();
  await ask({ type: 'unsubscribe', key: 'u', subscription: 's' });
  publish({ kind: 'news', news: [] });
  expect(frames.map(({ type }) => type)).toEqual(['welcome', 'result', 'result']);
  expect(open).toEqual({ subscriptions: 0, presences: 0, ticking: 0, connections: 1 });
});

test('the key of a refused subscription is free again', async () => {
  const { ask, loaded, frames } = openTestSession();
  await ask(subscribeFrame);
  await loaded[0]!(err({ code: 'game/not-found', message: '' }));
  await ask(subscribeFrame);
  await loaded[1]!();
  expect(frames.map(({ type }) => type)).toEqual(['welcome', 'error', 'result']);
});

test('frames after a subscription wait for it', async () => {
  const { ask, loaded, frames } = openTestSession();
  await ask(subscribeFrame);
  await ask({ type: 'say', key: 'm', game, text: 'Hello' });
  expect(frames.map(({ key }) => key)).toEqual([undefined]);
  await loaded[0]!();
  expect(frames.map(({ key }) => key)).toEqual([undefined, 's', 'm']);
});

test('a client that authenticates later gets a new snapshot for that person', async () => {
  const { ask, loaded, requested, session, open } = openTestSession();
  await ask({ ...subscribeFrame, after: 3 });
  await loaded[0]!();
  session.receive(JSON.stringify({ type: 'authenticate', key: 'a', token: 'bert' }));
  await someTurns();
  expect(requested.map(({ after }) => after)).toEqual([3, undefined]);
  expect(open.connections).toBe(1);
});

test('a person who views, queries or chats counts as present', async () => {
  const { ask, touched } = openTestSession();
  await ask({ type: 'view', key: 'a', game });
  await ask({ type: 'query', key: 'b', query: { name: 'TurnNumber', game } });
  await ask({ type: 'say', key: 'c', game, text: 'Hello' });
  expect(touched).toEqual([game, game, game]);
});

test.each([
  ['TurnNumber', {}],
  ['UserGames', { game }],
  ['InspectionAtTurn', { game }],
  ['TurnNumber', { game, inspection: { about: 'boards' } }],
])('the query %s with %j is malformed', async (name, about) => {
  const { ask, frames } = openTestSession();
  await ask({ type: 'query', key: 'q', query: { name, ...about } });
  expect(frames.at(-1)).toMatchObject({ type: 'error', key: 'q', code: 'request/malformed' });
});

test.each(['at once', 'later'])('an internal error %s is answered and logged', async (when) => {
  const frames: string[] = [];
  const noted: unknown[] = [];
  const service = {
    say() {
      if (when === 'at once') throw new Error('a mistake of ours');
      return Promise.reject(new Error('a mistake of ours'));
    },
    touch: () => {},
    connect: () => ({ close: () => {} }),
  };
  const log = { error: (about: unknown) => noted.push(about) };
  const sender = { send: (text: string) => frames.push(text) > 0, lagMs: () => 0 };
  const session = openSession(coreWith(service, { log }), sender as unknown as Sender, {
    address: 'here',
    person: ANNA,
  });
  session.receive(JSON.stringify({ type: 'say', key: 'c', game, text: 'Hello' }));
  await someTurns();
  expect(JSON.parse(frames.at(-1)!)).toMatchObject({ type: 'error', key: 'c', code: 'server/failed' });
  expect(frames.at(-1)).not.toContain('mistake');
  expect(noted).toMatchObject([{ frame: 'say', err: expect.any(Error) }]);
});
