import type { RulesetCard } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { destinations, difference, groundPiece, keyOf, squareOf } from './ground.js';

const card: RulesetCard = {
  name: 'x',
  title: '',
  summary: '',
  files: 16,
  ranks: 16,
  roles: [
    { role: 'knight', letter: 'n' },
    { role: 'pawn', letter: 'p' },
  ],
};

test('every square of a 16x16 board has a two-character key that maps back to it', () => {
  const squares = [...'abcdefghijklmnop'].flatMap((file) => Array.from({ length: 16 }, (_, i) => `${file}${i + 1}`));
  const keys = squares.map(keyOf);
  expect(new Set(keys).size).toBe(256);
  expect(keys.every((key) => key.length === 2)).toBe(true);
  expect(keys.map(squareOf)).toEqual(squares);
  expect([keyOf('a9'), keyOf('j10'), keyOf('p16')]).toEqual(['a9', 'j:', 'p@']);
});

test('only the differences change on the board', () => {
  const knight = { role: 'knight', color: 'white' } as const;
  const shown = new Map([
    [keyOf('b1'), groundPiece(knight, card)],
    [keyOf('g1'), groundPiece(knight, card)],
  ]);
  const changes = difference(
    shown,
    [
      { ...knight, square: 'c3', probability: 0.5 },
      { ...knight, square: 'g1' },
    ],
    card,
  );
  expect([...changes]).toEqual([
    ['b1', undefined],
    ['c3', { color: 'white', role: 'n-piece man-knight maybe-5' }],
  ]);
});

test('the choices of one piece share a set of targets; a drop is a letter and @', () => {
  const dests = destinations(
    [
      { kind: 'move', from: 'a7', to: ['a8'], promote: ['knight'] },
      { kind: 'move', from: 'a7', to: ['a8', 'a10'] },
      { kind: 'drop', role: 'knight', to: ['d4'] },
      { kind: 'split', from: 'b1', to: ['a3', 'c3'] },
    ],
    card,
  );
  expect(Object.fromEntries(dests)).toEqual({ a7: ['a8', 'a:'], 'N@': ['d4'] });
});
