import { expect, test } from 'vitest';
import { formatMovetext, isQuantumGame, parseMovetext, quantumTags } from './pgn.js';
import { START_FEN } from './qfen.js';

const GAME = { moves: ['b1^a3c3', 'd7d5', 'c3xd5.m0', 'e7e5', 'a3b5~1000000000000010'], result: '1/2-1/2' };

test('a blocked move is said to be blocked, and a game reads back as it was written', () => {
  const text = formatMovetext(GAME);
  expect(text).toBe('1. b1^a3c3 d7d5 2. c3xd5.m0 {blocked} 2... e7e5 3. a3b5 {collapsed 1000000000000010} 1/2-1/2');
  expect(parseMovetext(text)).toEqual(GAME);
});

test('numbers, comments, variations and marks around the moves do not matter', () => {
  const text = '1.b1^a3c3! {a {split} d7d6 ; the rest of this line\n(1... e7e5 2. e2e4) 2. a3c3^b1?! $5 *';
  expect(parseMovetext(text)).toEqual({ moves: ['b1^a3c3', 'd7d6', 'a3c3^b1'], result: '*' });
});

test('the tags name the variant, and the start when it is another', () => {
  expect(quantumTags(START_FEN)).toEqual({ Variant: 'Quantum' });
  expect(quantumTags('8/8/8/8/8/8/8/8 w - - 0 1')).toMatchObject({ SetUp: '1', FEN: '8/8/8/8/8/8/8/8 w - - 0 1' });
  expect(isQuantumGame({ Variant: 'quantum' })).toBe(true);
});
