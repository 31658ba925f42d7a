import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { compile, positionFromFen } from '../engine.js';
import { standard } from '../rulesets/standard.js';
import { parseMove } from './move.js';
import { formatUci } from './uci.js';

/** A pawn on b2 and a bishop on e1 can both capture on c3, and a pawn on b7 can promote. */
const FEN = '2n1k3/1P6/8/8/8/2r5/1P5P/R3B1K1 w - - 0 1';

test.each([
  ['bxc3', 'b2c3'],
  ['Bxc3', 'e1c3'],
  ['b2c3', 'b2c3'],
  ['Pb2xc3', 'b2c3'],
  ['Be1xc3', 'e1c3'],
  ['bc3', 'b2c3'],
  ['b7b8b', 'b7b8b'],
  ['b8b', 'b7b8b'],
  ['bxc8=B', 'b7c8b'],
  ['bxc8b', 'b7c8b'],
  ['b7c8=bishop', 'b7c8b'],
  ['b4', 'b2b4'],
  ['h4', 'h2h4'],
])('%s means %s', (text, uci) => {
  const position = unwrap(positionFromFen(compile(standard), FEN));
  expect(formatUci(position, unwrap(parseMove(position, text)))).toBe(uci);
});
