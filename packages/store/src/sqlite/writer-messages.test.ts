import { expect, test } from 'vitest';
import type { AppendRequest, ListingHead, WriteRequest, WriteResult } from './messages.js';
import { headOfRow, packRequests, packResults, parseHead, unpackRequests, unpackResults } from './writer-messages.mjs';

const append: AppendRequest = {
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
  head: '["running","standard"]',
  active_at: 5,
  deadline: 6,
  summary: '{summary}',
  messages: [],
};

const head: ListingHead = {
  situation: 'running',
  ruleset: 'standard',
  is_private: 1,
  host: 'host',
  white: 'white',
  black: null,
  alias: 'älias',
  join_code: 'code',
  created_at: 4,
};

const ORDERS: WriteRequest[] = [
  append,
  { ...append, messages: [{ topic: 'topic', body: 'body' }] },
  { ...append, deadline: null, game: 'another', facts: '["♞"]' },
  { kind: 'relist', game: 'game', version: 7, listing: { ...head, active_at: 5, deadline: null, summary: '{}' } },
  { kind: 'run', steps: [['SELECT ?', 1]] },
  append,
];

test('orders arrive as they were sent, alone and together', () => {
  const sent = (orders: readonly WriteRequest[]) => unpackRequests(structuredClone(packRequests(orders)));
  expect(sent(ORDERS)).toEqual(ORDERS);
  for (const order of ORDERS) expect(sent([order])).toEqual([order]);
  expect(sent([])).toEqual([]);
  const large = Array.from({ length: 20 }, (_, index) => ({ ...append, facts: `${index}♞`.repeat(10_000 * index) }));
  expect(sent(large)).toEqual(large);
});

test.each([
  head,
  { ...head, alias: 'two\nlines', host: null, white: null, black: 'black' },
  { ...head, alias: null, join_code: null, is_private: 0 as const },
  { ...head, alias: '' },
])('the head of a listing is read as it was written: %j', (row) => {
  expect(parseHead(headOfRow(row))).toEqual(row);
});

const DONE: WriteResult[] = [
  { answer: { kind: 'appended', version: 8 } },
  { answer: { kind: 'repeated', last: 8, at: 9, answer: '{}' } },
  { answer: [[{ id: 1 }], []] },
  { answer: undefined },
  { trouble: { kind: 'disk', message: 'full' } },
];

test.each(DONE)('an answer arrives as it was sent: %j', (done) => {
  expect(unpackResults(structuredClone(packResults(done)))).toEqual(done);
});
