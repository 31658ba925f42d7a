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

test('camel chess has ten first moves; two of them allow an eleventh reply', () => {
  const start = unwrap(startPosition(camelChess()));
  expect(perft(start, 1)).toBe(10);
  // Counted by hand: a camel on c4 or d4 blocks one pawn and can be captured by two; otherwise there are ten replies.
  expect(perft(start, 2)).toBe(8 * 10 + 2 * 11);
});

test('a camel leaps over pieces, and a pawn may promote to one', () => {
  const position = unwrap(positionFromFen(camelChess(), '6/P4k/6/6/PPP3/CR3K w - - 0 1'));
  const moves = legalMoves(position).map((move) => formatUci(position, move));
  expect(moves.filter((move) => move.startsWith('a1')).sort()).toEqual(['a1b4', 'a1d2']);
  expect(moves.filter((move) => move.startsWith('a5')).sort()).toEqual(['a5a6c', 'a5a6q', 'a5a6r']);
});
