import type { Fact, FactOf, Millis } from '@chessmith/game';
import { gameMated, gameStarted, given, playMove } from '@chessmith/game/testing';
import { ok } from '@chessmith/std';
import { expect, test } from 'vitest';
import { fromStored, storedText } from './stored-facts.js';

const move = given(gameStarted).and(playMove('white', 'e2e4')).scene.facts.at(-1) as FactOf<'MovePlayed'>;

const clocks: FactOf<'MovePlayed'>['clocks'] = {
  remainingMs: { white: 300_000 as Millis, black: 299_000 as Millis },
  lagQuotaMs: { white: 500 as Millis, black: 0 as Millis },
};

test.each<[string, Fact]>([
  ...gameMated.facts.map((fact): [string, Fact] => [fact.type, fact]),
  ['a move with clocks', { ...move, clocks, notation: 'Qxe8=Q+ é', record: 'b1^a3c3' }],
  ['a move of a script', { ...move, notation: 'a "move"\n', record: { dice: [1, 2], says: '\u2028"' }, clocks: null }],
  ['a move with a secret', { ...move, secret: { which: 3 } }],
])('%s is read back from what is stored', (_, fact) => {
  const stored = { ...JSON.parse(storedText(fact)), version: 1 };
  expect(fromStored(stored)).toEqual(ok(fact));
});
