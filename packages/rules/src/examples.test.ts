import { readFileSync } from 'node:fs';
import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { perft } from './engine/perft.js';
import { compile, legalMoves, positionFromFen, startPosition } from './engine.js';
import { formatUci } from './notation/uci.js';
import { readRuleset } from './read-ruleset.js';

const camelChess = () => {
  const text = readFileSync(new URL('../../../examples/camel-chess.json', import.meta.url), 'utf8');
  return compile(unwrap(readRuleset(JSON.parse(text))));
};

test('camel chess has ten first moves, and two more lines where a camel can be taken from both sides', () => {
  const start = unwrap(startPosition(camelChess()));
  expect(perft(start, 1)).toBe(10);
  // Counted by hand: a camel on c4 or d4 stops one pawn and can be taken by two; elsewhere there are ten answers.
  expect(perft(start, 2)).toBe(8 * 10 + 2 * 11);
});

test('a camel leaps over others, and a pawn may become one', () => {
  const position = unwrap(positionFromFen(camelChess(), '6/P4k/6/6/PPP3/CR3K w - - 0 1'));
  const moves = legalMoves(position).map((move) => formatUci(position, move));
  expect(moves.filter((move) => move.startsWith('a1')).sort()).toEqual(['a1b4', 'a1d2']);
  expect(moves.filter((move) => move.startsWith('a5')).sort()).toEqual(['a5a6c', 'a5a6q', 'a5a6r']);
});
