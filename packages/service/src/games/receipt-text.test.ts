import type { GameId, Instant, Ply, Version } from '@chessmith/game';
import { expect, test } from 'vitest';
import type { CommandReceipt } from '../service.js';
import { receiptOf, receiptText, storedReceiptText } from './receipt-text.js';

const move: CommandReceipt = {
  game: 'game12345678' as GameId,
  version: 7 as Version,
  at: '2026-11-15T13:00:00.000Z' as Instant,
  facts: ['MovePlayed', 'GameEnded'],
  situation: 'running',
  ply: 3 as Ply,
};

const RECEIPTS: readonly CommandReceipt[] = [move, { ...move, facts: ['DrawOffered'] }, { ...move, next: move.game }];

test('the text of a receipt is what JSON.stringify writes', () => {
  for (const receipt of RECEIPTS) expect(receiptText(receipt)).toBe(JSON.stringify(receipt));
});

test('a receipt is restored from its stored part, and from a receipt that was stored whole', () => {
  const { game, version, at } = move;
  for (const receipt of RECEIPTS) {
    for (const text of [storedReceiptText(receipt), receiptText(receipt)]) {
      const again = receiptOf(game, { version, at, answer: JSON.parse(text) });
      expect(JSON.stringify(again)).toBe(JSON.stringify(receipt));
    }
  }
});
