import { expect, test } from 'vitest';
import type { AppendRequest, ListingHead, WriteRequest, WriteResult } from './messages.js';
import { headOfRow, packRequests, packResult, parseHead, unpackRequests, unpackResult } from './writer-messages.js';

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
  outboxMessages: [],
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

const REQUESTS: WriteRequest[] = [
  append,
  { ...append, outboxMessages: [{ topic: 'topic', body: 'body' }] },
  { ...append, deadline: null, game: 'another', facts: '["♞"]' },
  { kind: 'relist', game: 'game', version: 7, listing: { ...head, active_at: 5, deadline: null, summary: '{}' } },
  { kind: 'run', statements: [['SELECT ?', 1]] },
  append,
];

test('requests are unchanged after packing and unpacking, alone and together', () => {
  const sent = (requests: readonly WriteRequest[]) => unpackRequests(structuredClone(packRequests(requests)));
  expect(sent(REQUESTS)).toEqual(REQUESTS);
  for (const request of REQUESTS) expect(sent([request])).toEqual([request]);
  expect(sent([])).toEqual([]);
  const large = Array.from({ length: 20 }, (_, index) => ({ ...append, facts: `${index}♞`.repeat(10_000 * index) }));
  expect(sent(large)).toEqual(large);
});

test.each([
  head,
  { ...head, alias: 'two\nlines', host: null, white: null, black: 'black' },
  { ...head, alias: null, join_code: null, is_private: 0 as const },
  { ...head, alias: '' },
])('the head of a listing is unchanged after formatting and parsing: %j', (row) => {
  expect(parseHead(headOfRow(row))).toEqual(row);
});

const RESULTS: WriteResult[] = [
  { value: { kind: 'appended', version: 8 } },
  { value: { kind: 'repeated', last: 8, at: 9, answer: '{}' } },
  { value: [[{ id: 1 }], []] },
  { value: undefined },
  { error: { kind: 'disk', message: 'full' } },
];

test.each(RESULTS)('a result is unchanged after packing and unpacking: %j', (result) => {
  expect(unpackResult(structuredClone(packResult(result)))).toEqual(result);
});
