import type { GameId, Instant, Ply, Version } from '@chessmith/game';
import { expect, test } from 'vitest';
import type { CommandReceipt } from '../service.js';
import { receiptOf, storedReceipt } from './stored-receipt.js';

const move: CommandReceipt = {
  game: 'game12345678' as GameId,
  version: 7 as Version,
  at: '2026-11-15T13:00:00.000Z' as Instant,
  facts: ['MovePlayed', 'GameEnded'],
  situation: 'running',
  ply: 3 as Ply,
};

test('a receipt is restored from its stored part, and from a receipt that was stored whole', () => {
  const { game, version, at } = move;
  const whole = { ...move, next: move.game };
  const restored = (text: string) => receiptOf(game, { version, at, answer: JSON.parse(text) });
  expect(restored(storedReceipt(move))).toEqual(move);
  expect(restored(JSON.stringify(whole))).toEqual(whole);
});
