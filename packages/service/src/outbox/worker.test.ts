import type { Instant } from '@chessmith/game';
import { expect, test } from 'vitest';
import type { Outbox, TakenMessage } from '../ports/index.js';
import { createVirtualClock } from '../testing/virtual-clock.js';
import { steadyTime } from '../time.js';
import { openOutboxWorker } from './worker.js';

const TOPIC = 'results';

/** An outbox with `count` messages, numbered from 1. */
function outboxWith(count: number) {
  const waiting = new Map<number, { attempts: number; until: Instant | '' }>();
  const put = (id: number) => void waiting.set(id, { attempts: 0, until: '' });
  for (let id = 1; id <= count; id++) put(id);
  const outbox: Outbox = {
    async take(topic, now, until, limit) {
      const due = [...waiting].filter(([, message]) => message.until <= now).slice(0, limit);
      return due.map(([id, message]): TakenMessage => {
        message.attempts++;
        message.until = until;
        return { id, topic, body: id, attempts: message.attempts };
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

function workerFor(outbox: Outbox, handle: (body: unknown) => Promise<void>) {
  const clock = createVirtualClock();
  const log = { warn: () => {}, error: () => {} };
  const worker = openOutboxWorker({ outbox, handlers: { [TOPIC]: handle }, time: steadyTime(clock), log });
  return { clock, worker };
}

test('a message that fails is retried with growing pauses, at most ten minutes apart', async () => {
  const outbox = outboxWith(1);
  const tried: number[] = [];
  const { clock, worker } = workerFor(outbox, async () => {
    tried.push(clock.monotonicMs());
    throw new Error('unreachable');
  });
  worker.start();
  await clock.advance(0);
  await clock.advance(2_300_000);
  const pausesS = tried.slice(1).map((time, index) => (time - tried[index]!) / 1000);
  // The worker polls every five seconds.
  for (const [index, expectedS] of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600].entries()) {
    expect(pausesS[index]).toBeGreaterThanOrEqual(expectedS);
    expect(pausesS[index]).toBeLessThanOrEqual(expectedS + 5);
  }
  expect(await outbox.waiting(TOPIC)).toBe(1);
  await worker.close();
  expect(clock.timers()).toBe(0);
});

test('many messages are delivered in one round, in order and once each', async () => {
  const outbox = outboxWith(50);
  const delivered: unknown[] = [];
  const { clock, worker } = workerFor(outbox, async (body) => void delivered.push(body));
  worker.start();
  worker.nudge(TOPIC);
  await clock.advance(0);
  expect(delivered).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(await outbox.waiting(TOPIC)).toBe(0);
  await worker.close();
});

test('a message that arrives during a round is delivered right after it', async () => {
  const outbox = outboxWith(1);
  const delivered: unknown[] = [];
  const { clock, worker } = workerFor(outbox, async (body) => {
    delivered.push(body);
    if (body !== 1) return;
    outbox.put(2);
    worker.nudge(TOPIC);
  });
  worker.start();
  await clock.advance(0);
  expect(delivered).toEqual([1, 2]);
  await worker.close();
});

test('messages that are not yet being delivered when the worker closes wait for the next start', async () => {
  const outbox = outboxWith(3);
  const delivered: unknown[] = [];
  let finish: () => void = () => {};
  const { worker } = workerFor(outbox, (body) => {
    delivered.push(body);
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  worker.start();
  while (delivered.length === 0) await Promise.resolve();
  const closing = worker.close();
  finish();
  await closing;
  worker.nudge(TOPIC);
  expect(delivered).toEqual([1]);
  const next = workerFor(outbox, async (body) => void delivered.push(body));
  next.worker.start();
  await next.clock.advance(10);
  expect(delivered).toEqual([1, 2, 3]);
  await next.worker.close();
});

test('closing in the middle of a long queue ends with the message under way', async () => {
  const outbox = outboxWith(45);
  let rounds = 0;
  const delivered: unknown[] = [];
  let finish: () => void = () => {};
  const counting: Outbox = {
    ...outbox,
    // Without a limit, a worker that takes its postponed messages again would loop for ever.
    take: async (...all) => (++rounds > 10 ? [] : outbox.take(...all)),
  };
  const { worker } = workerFor(counting, (body) => {
    delivered.push(body);
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  worker.start();
  while (delivered.length === 0) await Promise.resolve();
  const closing = worker.close();
  finish();
  await closing;
  expect(delivered).toEqual([1]);
  expect(rounds).toBe(1);
  const next = workerFor(outbox, async (body) => void delivered.push(body));
  next.worker.start();
  await next.clock.advance(10);
  expect(delivered).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
  await next.worker.close();
});

test('messages that a killed worker had taken are delivered again within a minute', async () => {
  const outbox = outboxWith(3);
  const delivered: unknown[] = [];
  const killed = workerFor(outbox, (body) => {
    delivered.push(body);
    return new Promise(() => {});
  });
  killed.worker.start();
  while (delivered.length === 0) await Promise.resolve();
  const next = workerFor(outbox, async (body) => void delivered.push(body));
  next.worker.start();
  await next.clock.advance(0);
  expect(delivered).toEqual([1]);
  await next.clock.advance(36_000);
  expect(delivered).toEqual([1, 1, 2, 3]);
  await next.worker.close();
});
