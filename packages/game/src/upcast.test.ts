import { ok } from '@chessmith/std';
import { expect, test } from 'vitest';
import { gameMated } from './testing/index.js';
import { readFact, upcast } from './upcast.js';

test('a fact is unchanged after serialising and reading', () => {
  for (const fact of gameMated.facts) expect(readFact(JSON.parse(JSON.stringify(fact)))).toEqual(ok(fact));
});

test('an old fact is converted version by version', () => {
  const upcasters = {
    MovePlayed: [
      ({ move, ...rest }: { readonly [name: string]: unknown }) => ({ ...rest, uci: move }) as never,
      ({ uci, ...rest }: { readonly [name: string]: unknown }) => ({ ...rest, record: { uci } }) as never,
    ],
  };
  const converted = (v: number, body: object) =>
    upcast({ type: 'MovePlayed', v, at: 'then', ...body }, { MovePlayed: 3 }, upcasters);
  const now = ok({ type: 'MovePlayed', v: 3, at: 'then', record: { uci: 'e2e4' } });
  expect(converted(1, { move: 'e2e4' })).toEqual(now);
  expect(converted(2, { uci: 'e2e4' })).toEqual(now);
  expect(converted(3, { record: { uci: 'e2e4' } })).toEqual(now);
});

test.each([
  ['game/fact-too-new', { type: 'GameStarted', v: 99, at: 'then' }],
  ['game/unknown-fact', { type: 'PiecesPainted', v: 1, at: 'then' }],
  ['game/unknown-fact', { type: 'toString', v: 1, at: 'then' }],
  ['game/not-a-fact', { type: 'GameStarted', v: 0, at: 'then' }],
  ['game/not-a-fact', null],
  ['game/not-a-fact', 'GameStarted'],
])('%s', (code, stored) => {
  expect(readFact(stored)).toMatchObject({ ok: false, error: { code } });
});
