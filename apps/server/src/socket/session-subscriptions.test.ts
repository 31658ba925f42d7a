import type { PersonId } from '@chessmith/people';
import { err, ok, type Result } from '@chessmith/std';
import { expect, test } from 'vitest';
import type { Core } from '../core.js';
import { openReadQuota } from '../rate-limit/read-quota.js';
import type { Sender } from './send.js';
import { openSession } from './session.js';

/** A session that listens to games; how long each takes to be loaded is up to the test. */
function openListening() {
  const said: { readonly type: string; readonly key?: string }[] = [];
  const wishes: { readonly [name: string]: unknown }[] = [];
  const loaded: ((outcome?: Result<unknown, unknown>) => Promise<void>)[] = [];
  const noticed: unknown[] = [];
  const open = { subscriptions: 0, attendances: 0, ticking: 0, connections: 0 };
  let hear: (heard: unknown) => void = () => {};
  const counted = (what: keyof typeof open, name: string) => {
    open[what] += 1;
    const close = (): void => {
      open[what] -= 1;
    };
    return { [name]: close, id: '1', version: 4 };
  };
  const core = {
    service: {
      subscribe(options: object, listener: typeof hear) {
        wishes.push(options as (typeof wishes)[number]);
        hear = listener;
        return new Promise((resolve) => {
          loaded.push(async (outcome = ok(counted('subscriptions', 'unsubscribe'))) => {
            resolve(outcome);
            await someTurns();
          });
        });
      },
      connect: () => counted('connections', 'close'),
      enter: async () => ok(counted('attendances', 'leave')),
      authenticate: async () => ok({ id: BERT }),
      touch: (game: unknown) => noticed.push(game),
      gameViewJson: async () => ok('{}'),
      say: async () => ok({}),
      query: async () => ok({}),
    },
    ticks: { listen: () => counted('ticking', 'stop').stop },
    reads: openReadQuota(1_000_000, { monotonicMs: () => 0 }),
  };
  const outlet = { send: (text: string) => said.push(JSON.parse(text)) > 0, lagMs: () => 0 };
  const session = openSession(core as unknown as Core, outlet as unknown as Sender, { address: 'here', person: ANNA });
  return {
    ...{ said, wishes, loaded, noticed, open, session },
    hear: (heard: unknown) => hear(heard),
    ask: async (frame: object) => {
      session.receive(JSON.stringify(frame));
      await someTurns();
    },
  };
}

const ANNA = '11111111-1111-4111-8111-111111111111' as PersonId;
const BERT = '22222222-2222-4222-8222-222222222222' as PersonId;
const game = '111111111111';
const listening = { type: 'subscribe', key: 's', game, ticks: true };

async function someTurns(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
}

test.each(['before', 'after'])(
  'who goes %s the game is loaded listens to nothing and is there no more',
  async (when) => {
    const { ask, loaded, open, session } = openListening();
    await ask(listening);
    if (when === 'after') {
      await loaded[0]!();
      expect(open).toEqual({ subscriptions: 1, attendances: 1, ticking: 1, connections: 1 });
    }
    session.leave();
    if (when === 'before') await loaded[0]!();
    expect(open).toEqual({ subscriptions: 0, attendances: 0, ticking: 0, connections: 0 });
  },
);

test('who has given up a subscription hears nothing more of it, neither news nor the clock', async () => {
  const { ask, loaded, open, hear, said } = openListening();
  await ask(listening);
  await loaded[0]!();
  await ask({ type: 'unsubscribe', key: 'u', subscription: 's' });
  hear({ kind: 'news', news: [] });
  expect(said.map(({ type }) => type)).toEqual(['welcome', 'result', 'result']);
  expect(open).toEqual({ subscriptions: 0, attendances: 0, ticking: 0, connections: 1 });
});

test('the key of a subscription that was refused is free again', async () => {
  const { ask, loaded, said } = openListening();
  await ask(listening);
  await loaded[0]!(err({ code: 'game/not-found', message: '' }));
  await ask(listening);
  await loaded[1]!();
  expect(said.map(({ type }) => type)).toEqual(['welcome', 'error', 'result']);
});

test('what is sent after a subscription waits for it', async () => {
  const { ask, loaded, said } = openListening();
  await ask(listening);
  await ask({ type: 'say', key: 'm', game, text: 'Hello' });
  expect(said.map(({ key }) => key)).toEqual([undefined]);
  await loaded[0]!();
  expect(said.map(({ key }) => key)).toEqual([undefined, 's', 'm']);
});

test('who says only later who they are is shown the whole game as that person sees it, whatever was known before', async () => {
  const { ask, loaded, wishes, session, open } = openListening();
  await ask({ ...listening, after: 3 });
  await loaded[0]!();
  session.receive(JSON.stringify({ type: 'authenticate', key: 'a', token: 'bert' }));
  await someTurns();
  expect(wishes.map(({ after }) => after)).toEqual([3, undefined]);
  expect(open.connections).toBe(1);
});

test('who looks at a game, asks about it or talks beside it is there', async () => {
  const { ask, noticed } = openListening();
  await ask({ type: 'view', key: 'a', game });
  await ask({ type: 'query', key: 'b', query: { name: 'TurnNumber', game } });
  await ask({ type: 'say', key: 'c', game, text: 'Hello' });
  expect(noticed).toEqual([game, game, game]);
});

test.each([
  ['TurnNumber', {}],
  ['UserGames', { game }],
  ['InspectionAtTurn', { game }],
  ['TurnNumber', { game, inspection: { about: 'boards' } }],
])('the question %s with %j is not understood', async (name, about) => {
  const { ask, said } = openListening();
  await ask({ type: 'query', key: 'q', query: { name, ...about } });
  expect(said.at(-1)).toMatchObject({ type: 'error', key: 'q', code: 'request/malformed' });
});

test.each(['at once', 'later'])('what goes wrong inside, %s, is answered and noted down', async (when) => {
  const said: string[] = [];
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
  const outlet = { send: (text: string) => said.push(text) > 0, lagMs: () => 0 };
  const session = openSession({ service, log } as unknown as Core, outlet as unknown as Sender, {
    address: 'here',
    person: ANNA,
  });
  session.receive(JSON.stringify({ type: 'say', key: 'c', game, text: 'Hello' }));
  await someTurns();
  expect(JSON.parse(said.at(-1)!)).toMatchObject({ type: 'error', key: 'c', code: 'server/failed' });
  expect(said.at(-1)).not.toContain('mistake');
  expect(noted).toMatchObject([{ frame: 'say', err: expect.any(Error) }]);
});
