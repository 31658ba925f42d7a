import type { PersonId } from '@chessmith/people';
import { ok } from '@chessmith/std';
import { expect, test } from 'vitest';
import type { Core } from '../core.js';
import { openReadQuota } from '../rate-limit/read-quota.js';
import type { Sender } from './send.js';
import { openSession } from './session.js';

const ANNA = '11111111-1111-4111-8111-111111111111' as PersonId;

const NOBODY = { address: 'here', person: null };
const unlimited = openReadQuota(1_000_000, { monotonicMs: () => 0 });

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A session whose looks at games take as long as the test wants, and a client that reads as many answers as said. */
function openLooking(reads: number) {
  const under: (() => void)[] = [];
  const sent: string[] = [];
  const service = { gameViewJson: () => new Promise((resolve) => under.push(() => resolve(ok('{"game":"a view"}')))) };
  const outlet = {
    send: (text: string) => text.startsWith('{"type":"welcome"') || sent.push(text) <= reads,
    lagMs: () => 0,
  };
  const session = openSession({ service, reads: unlimited } as unknown as Core, outlet as unknown as Sender, NOBODY);
  return {
    sent,
    under,
    look: (key: string) => session.receive(JSON.stringify({ type: 'view', key, game: '111111111111' })),
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
    expect(JSON.parse(sent[done]!)).toMatchObject({ type: 'result', key });
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
    enter: async () => ok({ leave: () => {} }),
    authenticate: async (token: string) => ok({ id: token }),
    connect: () => ({ close: () => {} }),
    async subscribe({ person }: { readonly person: PersonId | null }, listener: (heard: object) => void) {
      begun.push(person);
      listener({ kind: 'missed', version: 4, news: [] });
      return ok({ id: '1', version: 4, unsubscribe: () => {} });
    },
  };
  const outlet = { send: (text: string) => text.startsWith('{"type":"welcome"') || sent.push(text) <= reads };
  const session = openSession({ service, reads: unlimited } as unknown as Core, outlet as unknown as Sender, NOBODY);
  return { begun, say: (frame: object) => session.receive(JSON.stringify(frame)) };
}

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
    connect: () => ({ close: () => {} }),
  };
  const outlet = { send: () => true, lagMs: () => 120 };
  const session = openSession({ service, reads: unlimited } as unknown as Core, outlet as unknown as Sender, {
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

test('a connection has at most 64 subscriptions, each under a key of its own, and room again when one is given up', async () => {
  const service = {
    enter: async () => ok({ leave: () => {} }),
    subscribe: async () => ok({ id: '1', version: 4, unsubscribe: () => {} }),
  };
  const answers: { readonly type: string; readonly key: string; readonly code?: string }[] = [];
  const outlet = { send: (text: string) => answers.push(JSON.parse(text)) > 0, lagMs: () => 0 };
  const session = openSession({ service, reads: unlimited } as unknown as Core, outlet as unknown as Sender, NOBODY);
  const told = async (frame: { readonly type: string; readonly key: string; readonly subscription?: string }) => {
    session.receive(JSON.stringify(frame.type === 'subscribe' ? { ...frame, game: '111111111111' } : frame));
    for (let turns = 0; turns < 3; turns++) await turn();
    const { type, code } = answers.findLast(({ key }) => key === frame.key)!;
    return code ?? type;
  };
  for (let number = 0; number < 64; number++) {
    expect(await told({ type: 'subscribe', key: `s${number}` })).toBe('result');
  }
  expect(await told({ type: 'subscribe', key: 's7' })).toBe('command/key-reused');
  expect(await told({ type: 'subscribe', key: 'more' })).toBe('request/too-many');
  expect(await told({ type: 'unsubscribe', key: 'u', subscription: 's7' })).toBe('result');
  expect(await told({ type: 'unsubscribe', key: 'v', subscription: 's7' })).toBe('request/malformed');
  expect(await told({ type: 'subscribe', key: 's7' })).toBe('result');
});

test('reads are held to the quota, long answers count more, and moves are not counted', async () => {
  const service = {
    touch: () => {},
    gameViewJson: async () => ok(`"${'x'.repeat(100_000)}"`),
    command: () => new Promise(() => {}),
  };
  const answers: { readonly type: string; readonly code?: string; readonly facts?: object }[] = [];
  const outlet = { send: (text: string) => answers.push(JSON.parse(text)) > 0, lagMs: () => 0 };
  // Ten reads for the address; each look is one, and three more for its letters.
  const reads = openReadQuota(1, { monotonicMs: () => 0 });
  const session = openSession(
    { service, reads, nextTurn: turn } as unknown as Core,
    outlet as unknown as Sender,
    NOBODY,
  );
  for (let looks = 0; looks < 5; looks++) {
    session.receive(JSON.stringify({ type: 'view', key: `v${looks}`, game: '111111111111' }));
    for (let turns = 0; turns < 5; turns++) await turn();
  }
  expect(answers.slice(1).map(({ type }) => type)).toEqual(['result', 'result', 'result', 'error', 'error']);
  expect(answers.at(-1)).toMatchObject({ code: 'request/too-many', facts: { retryAfterMs: 3000 } });
});
