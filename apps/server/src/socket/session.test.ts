import type { PersonId } from '@chessmith/people';
import { ok } from '@chessmith/std';
import { expect, test } from 'vitest';
import { createReadQuota } from '../rate-limit/read-quota.js';
import { coreWith } from '../testing/fake-core.js';
import type { Sender } from '../websocket/send.js';
import { openSession } from './session.js';

const ANNA = '11111111-1111-4111-8111-111111111111' as PersonId;

const ANONYMOUS = { address: 'here', person: null };
const unlimited = createReadQuota(1_000_000, { monotonicMs: () => 0 });

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A session whose views finish when the test wants, and a client that reads a given number of answers. */
function openViewingSession(reads: number) {
  const under: (() => void)[] = [];
  const sent: string[] = [];
  const shared = { view: { game: 'a view' }, clocks: null };
  const service = { sharedView: () => new Promise((resolve) => under.push(() => resolve(ok(shared)))) };
  const sender = {
    send: (text: string) => text.startsWith('{"type":"welcome"') || sent.push(text) <= reads,
    lagMs: () => 0,
  };
  const session = openSession(coreWith(service, { reads: unlimited }), sender as unknown as Sender, ANONYMOUS);
  return {
    sent,
    under,
    viewFrame: (key: string) => session.receive(JSON.stringify({ type: 'view', key, game: '111111111111' })),
    /** Waits some turns of the event loop, so that pending work starts. */
    async settle() {
      for (let turns = 0; turns < 5; turns++) await turn();
    },
  };
}

test('views requested at once run one after the other', async () => {
  const { viewFrame, settle, under, sent } = openViewingSession(10);
  for (const key of ['a', 'b', 'c']) viewFrame(key);
  for (const [done, key] of ['a', 'b', 'c'].entries()) {
    await settle();
    expect([under.length, sent.length]).toEqual([done + 1, done]);
    under[done]!();
    await settle();
    expect(JSON.parse(sent[done]!)).toMatchObject({ type: 'result', key });
  }
});

test('a client that is gone or reads too slowly causes no further views', async () => {
  const { viewFrame, settle, under } = openViewingSession(0);
  for (const key of ['a', 'b', 'c']) viewFrame(key);
  await settle();
  under[0]!();
  await settle();
  viewFrame('d');
  await settle();
  expect(under).toHaveLength(1);
});

/** A session whose subscriptions start at once, and the list of them. */
function openSubscribingSession(reads: number) {
  const begun: (PersonId | null)[] = [];
  const sent: string[] = [];
  const service = {
    enter: async () => ok({ leave: () => {} }),
    authenticate: async (token: string) => ok({ id: token }),
    connect: () => ({ close: () => {} }),
    async subscribe({ person }: { readonly person: PersonId | null }, listener: (event: object) => void) {
      begun.push(person);
      listener({ kind: 'missed', version: 4, news: [] });
      return ok({ id: '1', version: 4, unsubscribe: () => {} });
    },
  };
  const sender = { send: (text: string) => text.startsWith('{"type":"welcome"') || sent.push(text) <= reads };
  const session = openSession(coreWith(service, { reads: unlimited }), sender as unknown as Sender, ANONYMOUS);
  return { begun, say: (frame: object) => session.receive(JSON.stringify(frame)) };
}

const subscribeAs = (key: string) => ({ type: 'subscribe', key, game: '111111111111', after: 0 });

test('subscriptions requested at once, or renewed by authentication, start in separate turns of the event loop', async () => {
  const { begun, say } = openSubscribingSession(1000);
  for (let number = 0; number < 5; number++) say(subscribeAs(`s${number}`));
  say({ type: 'authenticate', key: 'me', token: 'anna' });
  for (let turns = 0, before = 0; turns < 30; turns++) {
    await turn();
    expect(begun.length - before).toBeLessThan(2);
    before = begun.length;
  }
  expect(begun).toEqual([...Array(5).fill(null), ...Array(5).fill('anna')]);
});

test('a client that does not read gets no further subscriptions', async () => {
  // The first subscription sent its missed news and its result.
  const { begun, say } = openSubscribingSession(2);
  for (let number = 0; number < 5; number++) say(subscribeAs(`s${number}`));
  for (let turns = 0; turns < 10; turns++) await turn();
  expect(begun).toHaveLength(2);
});

test('a command is passed on with its key and the lag of its connection', async () => {
  const given: unknown[] = [];
  const service = {
    command(...all: readonly unknown[]) {
      given.push(all.at(-1));
      return new Promise(() => {});
    },
    connect: () => ({ close: () => {} }),
  };
  const sender = { send: () => true, lagMs: () => 120 };
  const session = openSession(coreWith(service, { reads: unlimited }), sender as unknown as Sender, {
    address: 'here',
    person: ANNA,
  });
  const command = { type: 'command', game: '111111111111', command: { type: 'PlayMove', move: 'e4' } };
  session.receive(JSON.stringify({ ...command, key: 'a' }));
  session.receive(JSON.stringify({ ...command, key: 'b', wait: false }));
  await turn();
  expect(given).toEqual([
    { key: 'a', wait: true, lagMs: 120 },
    { key: 'b', wait: false, lagMs: 120 },
  ]);
});

test('a connection has at most 64 subscriptions with different keys, and may add one after unsubscribing', async () => {
  const service = {
    enter: async () => ok({ leave: () => {} }),
    subscribe: async () => ok({ id: '1', version: 4, unsubscribe: () => {} }),
  };
  const answers: { readonly type: string; readonly key: string; readonly code?: string }[] = [];
  const sender = { send: (text: string) => answers.push(JSON.parse(text)) > 0, lagMs: () => 0 };
  const session = openSession(coreWith(service, { reads: unlimited }), sender as unknown as Sender, ANONYMOUS);
  const sent = async (frame: { readonly type: string; readonly key: string; readonly subscription?: string }) => {
    session.receive(JSON.stringify(frame.type === 'subscribe' ? { ...frame, game: '111111111111' } : frame));
    for (let turns = 0; turns < 3; turns++) await turn();
    const { type, code } = answers.findLast(({ key }) => key === frame.key)!;
    return code ?? type;
  };
  for (let number = 0; number < 64; number++) {
    expect(await sent({ type: 'subscribe', key: `s${number}` })).toBe('result');
  }
  expect(await sent({ type: 'subscribe', key: 's7' })).toBe('command/key-reused');
  expect(await sent({ type: 'subscribe', key: 'more' })).toBe('request/too-many');
  expect(await sent({ type: 'unsubscribe', key: 'u', subscription: 's7' })).toBe('result');
  expect(await sent({ type: 'unsubscribe', key: 'v', subscription: 's7' })).toBe('request/malformed');
  expect(await sent({ type: 'subscribe', key: 's7' })).toBe('result');
});

test('reads count against the quota, long responses count more, and moves do not count', async () => {
  const service = {
    touch: () => {},
    sharedView: async () => ok({ view: { id: 'x'.repeat(100_000) }, clocks: null }),
    command: () => new Promise(() => {}),
  };
  const answers: { readonly type: string; readonly code?: string; readonly facts?: object }[] = [];
  const sender = { send: (text: string) => answers.push(JSON.parse(text)) > 0, lagMs: () => 0 };
  // The address has ten reads; each view costs one, and three more for its length.
  const reads = createReadQuota(1, { monotonicMs: () => 0 });
  const session = openSession(coreWith(service, { reads, nextTurn: turn }), sender as unknown as Sender, ANONYMOUS);
  for (let views = 0; views < 5; views++) {
    session.receive(JSON.stringify({ type: 'view', key: `v${views}`, game: '111111111111' }));
    for (let turns = 0; turns < 5; turns++) await turn();
  }
  expect(answers.slice(1).map(({ type }) => type)).toEqual(['result', 'result', 'result', 'error', 'error']);
  expect(answers.at(-1)).toMatchObject({ code: 'request/too-many', facts: { retryAfterMs: 3000 } });
});
