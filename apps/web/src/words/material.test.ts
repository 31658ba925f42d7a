import { expect, test } from 'vitest';
import { materialWords } from './material.js';

test('captured pieces and the lead are words for screen readers', () => {
  expect(materialWords(['queen', 'pawn', 'pawn'], 8)).toBe('Captured: queen, 2 pawns; 8 points ahead');
  expect(materialWords(['pawn'], 1)).toBe('Captured: pawn; 1 point ahead');
  expect(materialWords(['rook'], 0)).toBe('Captured: rook');
  expect(materialWords([], 0)).toBe('');
});
