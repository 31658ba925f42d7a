import { expect, test } from 'vitest';
import { piecesInWords } from './board.js';

const card = { roles: [{ role: 'pawn' }, { role: 'knight' }, { role: 'king' }] };

test('screen readers get the pieces of each side, the king first, with probabilities', () => {
  const pieces = [
    { square: 'a2', role: 'pawn', color: 'white' },
    { square: 'b2', role: 'pawn', color: 'white' },
    { square: 'a3', role: 'knight', color: 'white', probability: 0.5 },
    { square: 'c3', role: 'knight', color: 'white', probability: 0.5 },
    { square: 'e1', role: 'king', color: 'white' },
    { square: 'e5', role: 'war_machine', color: 'black' },
  ] as const;
  expect(piecesInWords(pieces, 'white', card)).toBe('king e1; knight a3 (50 %), c3 (50 %); pawn a2, b2');
  expect(piecesInWords(pieces, 'black', card)).toBe('war machine e5');
  expect(piecesInWords([], 'black', card)).toBe('no pieces');
});
