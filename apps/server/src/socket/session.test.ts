import type { PersonId } from '@chessmith/people';
import { err, ok, type Result } from '@chessmith/std';
import { expect, test } from 'vitest';
import type { Core } from '../core.js';
import type { Outlet } from './outlet.js';
import { openSession } from './session.js';

/** A session whose looks at games take as long as the test wants, and a client that reads as many answers as said. */
function openLooking(reads: number) {
  const under: (() => void)[] = [];
  const sent: string[] = [];
  const service = { game: () => new Promise((resolve) => under.push(() => resolve(ok({ game: 'a view' })))) };
  const outlet = {
    send: (text: string) => text.startsWith('{"type":"welcome"') || sent.push(text) <= reads,
    lagMs: () => 0,
  };
  const session = openSession({ service } as unknown as Core, outlet as unknown as Outlet, null);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    sent,
    under,
    look: (key: string) => session.hear(JSON.stringify({ type: 'view', key, game: '111111111111' })),
    /** Lets some turns of the event loop pass, in which whatever can begin does. */
    async settle() {
      for (let turns = 0; turns < 5; turns++) await turn();
    },
  };
}

test('whoever asks for many looks at once gets one after the other', async () => {
  const { look, settle, under, sent } = openLooking(10);
  for (const key of ['a', 'b', 'c']) look(key);
  for (const [done, key] of ['a', 'b', 'c'].entries()) {
    await settle();
    expect([under.length, sent.length]).toEqual([done + 1, done]);
    under[done]!();
    await settle();
    expect(JSON.parse(sent[done]!)).toMatchObject({ type: 'yes', key });
  }
});

test('for whoever is gone, or reads too slowly, nothing more is looked at', async () => {
  const { look, settle, under } = openLooking(0);
  for (const key of ['a', 'b', 'c']) look(key);
  await settle();
  under[0]!();
  await settle();
  look('d');
  await settle();
  expect(under).toHaveLength(1);
});

/** A session that is told of games at once, and the subscriptions that were begun. */
function openListening(reads: number) {
  const begun: (PersonId | null)[] = [];
  const sent: string[] = [];
  const service = {
    attend: async () => ok({ leave: () => {} }),
    authenticate: async (token: string) => ok({ id: token }),
    async subscribe({ person }: { readonly person: PersonId | null }, listener: (heard: object) => void) {
      begun.push(person);
      listener({ kind: 'missed', version: 4, news: [] });
      return ok({ id: '1', version: 4, unsubscribe: () => {} });
    },
  };
  const outlet = { send: (text: string) => text.startsWith('{"type":"welcome"') || sent.push(text) <= reads };
  const session = openSession({ service } as unknown as Core, outlet as unknown as Outlet, null);
  return { begun, say: (frame: object) => session.hear(JSON.stringify(frame)) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const subscribeAs = (key: string) => ({ type: 'subscribe', key, game: '111111111111', after: 0 });

test('whoever asks for many subscriptions at once, or becomes somebody else, gets no two in one turn of all', async () => {
  const { begun, say } = openListening(1000);
  for (let number = 0; number < 5; number++) say(subscribeAs(`s${number}`));
  say({ type: 'authenticate', key: 'me', token: 'anna' });
  for (let turns = 0, before = 0; turns < 30; turns++) {
    await turn();
    expect(begun.length - before).toBeLessThan(2);
    before = begun.length;
  }
  expect(begun).toEqual([...Array(5).fill(null), ...Array(5).fill('anna')]);
});

test('whoever does not read is not told of more games', async () => {
  // What was missed in the first, and that it is subscribed to.
  const { begun, say } = openListening(2);
  for (let number = 0; number < 5; number++) say(subscribeAs(`s${number}`));
  for (let turns = 0; turns < 10; turns++) await turn();
  expect(begun).toHaveLength(2);
});

test('a command brings along its key and the delay of its connection, for the clocks to forgive', async () => {
  const given: unknown[] = [];
  const service = {
    command(...all: readonly unknown[]) {
      given.push(all.at(-1));
      return new Promise(() => {});
    },
  };
  const outlet = { send: () => true, lagMs: () => 120 };
  const session = openSession({ service } as unknown as Core, outlet as unknown as Outlet, ANNA);
  const command = { type: 'command', game: '111111111111', order: { type: 'PlayMove', move: 'e4' } };
  session.hear(JSON.stringify({ ...command, key: 'a' }));
  session.hear(JSON.stringify({ ...command, key: 'b', wait: false }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(given).toEqual([
    { key: 'a', wait: true, lagMs: 120 },
    { key: 'b', wait: false, lagMs: 120 },
  ]);
});

test('a connection has at most 64 subscriptions, each under a key of its own, and room again when one is given up', async () => {
  const service = {
    attend: async () => ok({ leave: () => {} }),
    subscribe: async () => ok({ id: '1', version: 4, unsubscribe: () => {} }),
  };
  const answers: { readonly type: string; readonly key: string; readonly code?: string }[] = [];
  const outlet = { send: (text: string) => answers.push(JSON.parse(text)) > 0, lagMs: () => 0 };
  const session = openSession({ service } as unknown as Core, outlet as unknown as Outlet, null);
  const told = async (frame: { readonly type: string; readonly key: string; readonly subscription?: string }) => {
    session.hear(JSON.stringify(frame.type === 'subscribe' ? { ...frame, game: '111111111111' } : frame));
    for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
    const { type, code } = answers.findLast(({ key }) => key === frame.key)!;
    return code ?? type;
  };
  for (let number = 0; number < 64; number++) {
    expect(await told({ type: 'subscribe', key: `s${number}` })).toBe('yes');
  }
  expect(await told({ type: 'subscribe', key: 's7' })).toBe('command/key-reused');
  expect(await told({ type: 'subscribe', key: 'more' })).toBe('request/too-many');
  expect(await told({ type: 'unsubscribe', key: 'u', subscription: 's7' })).toBe('yes');
  expect(await told({ type: 'unsubscribe', key: 'v', subscription: 's7' })).toBe('request/malformed');
  expect(await told({ type: 'subscribe', key: 's7' })).toBe('yes');
});

/** A session that listens to games; how long each takes to be loaded is up to the test. */
function openListening() {
  const said: { readonly type: string; readonly key?: string }[] = [];
  const wishes: { readonly [name: string]: unknown }[] = [];
  const loaded: ((outcome?: Result<unknown, unknown>) => Promise<void>)[] = [];
  const noticed: unknown[] = [];
  const open = { subscriptions: 0, attendances: 0, ticking: 0 };
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
      subscribe(wish: object, listener: typeof hear) {
        wishes.push(wish as (typeof wishes)[number]);
        hear = listener;
        return new Promise((resolve) => {
          loaded.push(async (outcome = ok(counted('subscriptions', 'unsubscribe'))) => {
            resolve(outcome);
            await someTurns();
          });
        });
      },
      attend: async () => ok(counted('attendances', 'leave')),
      authenticate: async () => ok({ id: BERT }),
      notice: (game: unknown) => noticed.push(game),
      game: async () => ok({}),
      say: async () => ok({}),
      ask: async () => ok({}),
    },
    ticks: { listen: () => counted('ticking', 'stop').stop },
  };
  const outlet = { send: (text: string) => said.push(JSON.parse(text)) > 0, lagMs: () => 0 };
  const session = openSession(core as unknown as Core, outlet as unknown as Outlet, ANNA);
  return {
    ...{ said, wishes, loaded, noticed, open, session },
    hear: (heard: unknown) => hear(heard),
    ask: async (frame: object) => {
      session.hear(JSON.stringify(frame));
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
      expect(open).toEqual({ subscriptions: 1, attendances: 1, ticking: 1 });
    }
    session.leave();
    if (when === 'before') await loaded[0]!();
    expect(open).toEqual({ subscriptions: 0, attendances: 0, ticking: 0 });
  },
);

test('who has given up a subscription hears nothing more of it, neither news nor the clock', async () => {
  const { ask, loaded, open, hear, said } = openListening();
  await ask(listening);
  await loaded[0]!();
  await ask({ type: 'unsubscribe', key: 'u', subscription: 's' });
  hear({ kind: 'news', news: [] });
  expect(said.map(({ type }) => type)).toEqual(['welcome', 'yes', 'yes']);
  expect(open).toEqual({ subscriptions: 0, attendances: 0, ticking: 0 });
});

test('the key of a subscription that was refused is free again', async () => {
  const { ask, loaded, said } = openListening();
  await ask(listening);
  await loaded[0]!(err({ code: 'game/not-found', message: '' }));
  await ask(listening);
  await loaded[1]!();
  expect(said.map(({ type }) => type)).toEqual(['welcome', 'no', 'yes']);
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
  const { ask, loaded, wishes, session } = openListening();
  await ask({ ...listening, after: 3 });
  await loaded[0]!();
  session.hear(JSON.stringify({ type: 'authenticate', key: 'a', token: 'bert' }));
  await someTurns();
  expect(wishes.map(({ after }) => after)).toEqual([3, undefined]);
});

test('who looks at a game, asks about it or talks beside it is there', async () => {
  const { ask, noticed } = openListening();
  await ask({ type: 'view', key: 'a', game });
  await ask({ type: 'ask', key: 'b', question: { name: 'TurnNumber', game } });
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
  await ask({ type: 'ask', key: 'q', question: { name, ...about } });
  expect(said.at(-1)).toMatchObject({ type: 'no', key: 'q', code: 'request/malformed' });
});

test.each(['at once', 'later'])('what goes wrong inside, %s, is answered and noted down', async (when) => {
  const said: string[] = [];
  const noted: unknown[] = [];
  const service = {
    say() {
      if (when === 'at once') throw new Error('a mistake of ours');
      return Promise.reject(new Error('a mistake of ours'));
    },
    notice: () => {},
  };
  const log = { error: (about: unknown) => noted.push(about) };
  const outlet = { send: (text: string) => said.push(text) > 0, lagMs: () => 0 };
  const session = openSession({ service, log } as unknown as Core, outlet as unknown as Outlet, ANNA);
  session.hear(JSON.stringify({ type: 'say', key: 'c', game, text: 'Hello' }));
  await someTurns();
  expect(JSON.parse(said.at(-1)!)).toMatchObject({ type: 'no', key: 'c', code: 'server/failed' });
  expect(said.at(-1)).not.toContain('mistake');
  expect(noted).toMatchObject([{ frame: 'say', err: expect.any(Error) }]);
});
