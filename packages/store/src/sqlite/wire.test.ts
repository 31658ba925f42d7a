import { expect, test } from 'vitest';
import type { AppendOrder, Done, Order } from './messages.js';
import { packDone, packOrder, unpackDone, unpackOrder } from './wire.mjs';

const append: AppendOrder = {
  kind: 'append',
  expected: 1,
  factCount: 2,
  game: 'game',
  actor: 'actor',
  key: 'key',
  bodyHash: 'hash',
  at: 3,
  facts: '[facts]',
  answer: '{answer}',
  listing: {
    situation: 'running',
    ruleset: 'standard',
    is_private: 1,
    host: 'host',
    white: 'white',
    black: null,
    alias: 'alias',
    join_code: 'code',
    created_at: 4,
    active_at: 5,
    deadline: 6,
    summary: '{summary}',
  },
  parcels: [],
};

const ORDERS: Order[] = [
  append,
  { ...append, parcels: [{ topic: 'topic', body: 'body' }] },
  { kind: 'relist', game: 'game', version: 7, listing: append.listing },
  { kind: 'run', steps: [['SELECT ?', 1]] },
];

test.each(ORDERS)('an order arrives as it was sent: $kind', (order) => {
  expect(unpackOrder(structuredClone(packOrder(order)))).toEqual(order);
});

const DONE: Done[] = [
  { answer: { kind: 'appended', version: 8 } },
  { answer: { kind: 'repeated', version: 8, answer: '{}' } },
  { answer: [[{ id: 1 }], []] },
  { answer: undefined },
  { trouble: { kind: 'disk', message: 'full' } },
];

test.each(DONE)('an answer arrives as it was sent: %j', (done) => {
  expect(unpackDone(structuredClone(packDone(done)))).toEqual(done);
});
