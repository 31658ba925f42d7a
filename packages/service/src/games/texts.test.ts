import type { Fact, FactOf, GameId, Instant, Millis, Ply, Version } from '@chessmith/game';
import { gameMated, gameStarted, given, playMove } from '@chessmith/game/testing';
import { expect, test } from 'vitest';
import type { CommandReceipt } from '../service.js';
import { receiptOf, receiptText, storedReceiptText } from './receipt-text.js';
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

test('a fact as text is what it always was', () => {
  for (const fact of FACTS) expect(storedText(fact)).toBe(JSON.stringify(toStored(fact)));
});

const accepted: CommandReceipt = {
  game: 'game12345678' as GameId,
  version: 7 as Version,
  at: '2026-11-15T13:00:00.000Z' as Instant,
  facts: ['MovePlayed', 'GameEnded'],
  situation: 'running',
  ply: 3 as Ply,
};

const ANSWERS: readonly CommandReceipt[] = [
  accepted,
  { ...accepted, facts: ['DrawOffered'] },
  { ...accepted, next: accepted.game },
];

test('an answer as text is what it always was', () => {
  for (const answer of ANSWERS) expect(receiptText(answer)).toBe(JSON.stringify(answer));
});

test('an answer is told again word for word from what was kept of it, and from what was kept before', () => {
  const { game, version, at } = accepted;
  for (const answer of ANSWERS) {
    for (const text of [storedReceiptText(answer), receiptText(answer)]) {
      const again = receiptOf(game, { version, at, answer: JSON.parse(text) });
      expect(JSON.stringify(again)).toBe(JSON.stringify(answer));
    }
  }
});
