import { expect, test } from 'vitest';
import { squaresOf } from './last-move.js';

const king = (square: string, color: 'white' | 'black') => ({ square, role: 'king', color });

test('castling marks the new squares of king and rook, also on wide boards', () => {
  const castled = (color: 'white' | 'black', side: 'king' | 'queen') => ({
    happened: [{ kind: 'castled' as const, color, side }],
  });
  const pieces = [king('g1', 'white'), king('c8', 'black')];
  expect(squaresOf(castled('white', 'king'), pieces)).toEqual(['g1', 'f1']);
  expect(squaresOf(castled('black', 'queen'), pieces)).toEqual(['c8', 'd8']);
  expect(squaresOf(castled('white', 'king'), [king('i1', 'white')])).toEqual(['i1', 'h1']);
  expect(squaresOf(castled('white', 'king'), [king('g1', 'white'), king('e1', 'white')])).toEqual([]);
});

test('a move marks both of its squares, and a split all of them', () => {
  const piece = { role: 'knight', color: 'white' } as const;
  expect(squaresOf({ happened: [{ kind: 'moved', ...piece, from: 'b1', to: 'c3' }] }, [])).toEqual(['b1', 'c3']);
  expect(squaresOf({ happened: [{ kind: 'split', ...piece, from: 'b1', to: ['a3', 'c3'] }] }, [])).toEqual([
    'b1',
    'a3',
    'c3',
  ]);
});
