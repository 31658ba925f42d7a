import { expect, test } from 'vitest';
import { materialWords } from './material.js';

test('what was won is told in a sentence', () => {
  expect(materialWords('white', ['queen', 'pawn', 'pawn'], 8)).toBe(
    'Black has lost queen, 2 pawns; White is 8 points ahead',
  );
  expect(materialWords('black', ['pawn'], 1)).toBe('White has lost pawn; Black is 1 point ahead');
  expect(materialWords('black', ['rook'], 0)).toBe('White has lost rook');
  expect(materialWords('white', [], 0)).toBe('');
});
