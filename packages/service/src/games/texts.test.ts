import type { Fact, FactOf, GameId, Instant, Millis, Ply, Version } from '@chessmith/game';
import { gameMated, gameStarted, given, playMove } from '@chessmith/game/testing';
import { expect, test } from 'vitest';
import type { Accepted } from '../service.js';
import { acceptedText } from './accepted-text.js';
import { storedText, toStored } from './stored-facts.js';

const move = given(gameStarted).and(playMove('white', 'e2e4')).scene.facts.at(-1) as FactOf<'MovePlayed'>;

const FACTS: readonly Fact[] = [
  ...gameMated.facts,
  move,
  { ...move, notation: 'a "move"\n of a script', record: { dice: [1, 2], says: '\u2028"' }, clocks: null },
  { ...move, secret: { which: 3 } },
  { ...move, tookMs: 1e21 as Millis },
];

test('a fact as text is what it always was', () => {
  for (const fact of FACTS) expect(storedText(fact)).toBe(JSON.stringify(toStored(fact)));
});

const accepted: Accepted = {
  game: 'game12345678' as GameId,
  version: 7 as Version,
  at: '2026-11-15T13:00:00.000Z' as Instant,
  facts: ['MovePlayed', 'GameEnded'],
  situation: 'running',
  ply: 3 as Ply,
};

test('an answer as text is what it always was', () => {
  for (const answer of [
    accepted,
    { ...accepted, facts: ['DrawOffered'] as const },
    { ...accepted, next: accepted.game },
  ])
    expect(acceptedText(answer)).toBe(JSON.stringify(answer));
});
