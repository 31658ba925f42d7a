import type { Instant } from '@chessmith/game';
import { expect, test } from 'vitest';
import type { Outbox, TakenMessage } from '../ports/index.js';
import { openVirtualClock } from '../testing/virtual-clock.js';
import { openTime } from '../time.js';
import { openOutboxWorker } from './worker.js';

const TOPIC = 'results';

/** An outbox with so many parcels, numbered from 1. */
function outboxWith(count: number) {
  const waiting = new Map<number, { attempts: number; until: Instant | '' }>();
  const put = (id: number) => void waiting.set(id, { attempts: 0, until: '' });
  for (let id = 1; id <= count; id++) put(id);
  const outbox: Outbox = {
    async take(topic, now, until, limit) {
      const due = [...waiting].filter(([, parcel]) => parcel.until <= now).slice(0, limit);
      return due.map(([id, parcel]): TakenMessage => {
        parcel.attempts++;
        parcel.until = until;
        return { id, topic, body: id, attempts: parcel.attempts };
      });
    },
    settle: async (id) => void waiting.delete(id),
    async postpone(id, until) {
      waiting.get(id)!.until = until;
    },
    waiting: async () => waiting.size,
  };
  return { ...outbox, put };
}

function errandsFor(outbox: Outbox, carry: (body: unknown) => Promise<void>) {
  const clock = openVirtualClock();
  const log = { warn: () => {}, error: () => {} };
  const errands = openOutboxWorker({ outbox, carriers: { [TOPIC]: carry }, time: openTime(clock), log });
  return { clock, errands };
}

test('a parcel that does not arrive is carried later and later, and every ten minutes in the end', async () => {
  const outbox = outboxWith(1);
  const tried: number[] = [];
  const { clock, errands } = errandsFor(outbox, async () => {
    tried.push(clock.monotonicMs());
    throw new Error('nobody at home');
  });
  errands.start();
  await clock.advance(0);
  await clock.advance(2_300_000);
  const pausesS = tried.slice(1).map((time, index) => (time - tried[index]!) / 1000);
  // Between two looks there may be five seconds.
  for (const [index, wishedS] of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600].entries()) {
    expect(pausesS[index]).toBeGreaterThanOrEqual(wishedS);
    expect(pausesS[index]).toBeLessThanOrEqual(wishedS + 5);
  }
  expect(await outbox.waiting(TOPIC)).toBe(1);
  await errands.close();
  expect(clock.timers()).toBe(0);
});

test('many parcels go out in one round and in their order, each once', async () => {
  const outbox = outboxWith(50);
  const carried: unknown[] = [];
  const { clock, errands } = errandsFor(outbox, async (body) => void carried.push(body));
  errands.start();
  errands.nudge(TOPIC);
  await clock.advance(0);
  expect(carried).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(await outbox.waiting(TOPIC)).toBe(0);
  await errands.close();
});

test('what is put in during a round goes out right after it', async () => {
  const outbox = outboxWith(1);
  const carried: unknown[] = [];
  const { clock, errands } = errandsFor(outbox, async (body) => {
    carried.push(body);
    if (body !== 1) return;
    outbox.put(2);
    errands.nudge(TOPIC);
  });
  errands.start();
  await clock.advance(0);
  expect(carried).toEqual([1, 2]);
  await errands.close();
});

test('what is not yet on its way when the house closes waits for the next start', async () => {
  const outbox = outboxWith(3);
  const carried: unknown[] = [];
  let arrive: () => void = () => {};
  const { errands } = errandsFor(outbox, (body) => {
    carried.push(body);
    return new Promise((resolve) => {
      arrive = resolve;
    });
  });
  errands.start();
  while (carried.length === 0) await Promise.resolve();
  const closing = errands.close();
  arrive();
  await closing;
  errands.nudge(TOPIC);
  expect(carried).toEqual([1]);
  const next = errandsFor(outbox, async (body) => void carried.push(body));
  next.errands.start();
  await next.clock.advance(10);
  expect(carried).toEqual([1, 2, 3]);
  await next.errands.close();
});

test('closing in the middle of a long queue ends with the message under way', async () => {
  const outbox = outboxWith(45);
  let rounds = 0;
  const carried: unknown[] = [];
  let arrive: () => void = () => {};
  const counting: Outbox = {
    ...outbox,
    // A worker that takes again what it put back would never yield to a timeout.
    take: async (...all) => (++rounds > 10 ? [] : outbox.take(...all)),
  };
  const { errands } = errandsFor(counting, (body) => {
    carried.push(body);
    return new Promise((resolve) => {
      arrive = resolve;
    });
  });
  errands.start();
  while (carried.length === 0) await Promise.resolve();
  const closing = errands.close();
  arrive();
  await closing;
  expect(carried).toEqual([1]);
  expect(rounds).toBe(1);
  const next = errandsFor(outbox, async (body) => void carried.push(body));
  next.errands.start();
  await next.clock.advance(10);
  expect(carried).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
  await next.errands.close();
});

test('what somebody had in hand who died goes out again within the minute', async () => {
  const outbox = outboxWith(3);
  const carried: unknown[] = [];
  const killed = errandsFor(outbox, (body) => {
    carried.push(body);
    return new Promise(() => {});
  });
  killed.errands.start();
  while (carried.length === 0) await Promise.resolve();
  const next = errandsFor(outbox, async (body) => void carried.push(body));
  next.errands.start();
  await next.clock.advance(0);
  expect(carried).toEqual([1]);
  await next.clock.advance(36_000);
  expect(carried).toEqual([1, 1, 2, 3]);
  await next.errands.close();
});
