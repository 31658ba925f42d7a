import type { Fact, FactOf, Millis } from '@chessmith/game';
import { gameMated, gameStarted, given, playMove } from '@chessmith/game/testing';
import { expect, test } from 'vitest';
import { storedText, toStored } from './stored-facts.js';

const move = given(gameStarted).and(playMove('white', 'e2e4')).scene.facts.at(-1) as FactOf<'MovePlayed'>;

const clocks: FactOf<'MovePlayed'>['clocks'] = {
  remainingMs: { white: 300_000 as Millis, black: 299_000 as Millis },
  lagQuotaMs: { white: 500 as Millis, black: 0 as Millis },
};

const FACTS: readonly Fact[] = [
  ...gameMated.facts,
  move,
  { ...move, clocks, notation: 'Qxe8=Q+ é', record: 'b1^a3c3' },
  { ...move, notation: 'a "move"\n of a script', record: { dice: [1, 2], says: '\u2028"' }, clocks: null },
  { ...move, secret: { which: 3 } },
  { ...move, tookMs: 1e21 as Millis },
];

test('the text of a fact is what JSON.stringify writes', () => {
  for (const fact of FACTS) expect(storedText(fact)).toBe(JSON.stringify(toStored(fact)));
});
