import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { compile, positionFromFen } from '../engine.js';
import { rulesetNamed } from '../rulesets/catalogue.js';
import { formatLongAlgebraic, parseLongAlgebraic } from './long-algebraic.js';
import { formatUci, parseUci } from './uci.js';

const position = (fen: string, ruleset = 'standard') => unwrap(positionFromFen(compile(rulesetNamed(ruleset)!), fen));

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const ROOKS = '3k4/8/8/R7/8/8/8/R3K2R w KQ - 0 1';

test.each([
  [START, 'e2e4', 'Pe2-e4'],
  [START, 'g1f3', 'Ng1-f3'],
  ['4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'e4d5', 'Pe4xd5'],
  ['4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'e5d6', 'Pe5xd6.ep'],
  ['8/8/8/8/8/k7/4p3/K4N2 b - - 0 1', 'e2f1q', 'Pe2xf1=Q#'],
  ['8/8/8/8/8/k7/4p3/6K1 b - - 0 1', 'e2e1b', 'Pe2-e1=B'],
  [ROOKS, 'e1g1', '0-0'],
  [ROOKS, 'e1c1', '0-0-0+'],
  ['6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'a1a8', 'Ra1-a8#'],
  ['k7/8/1K6/8/8/8/8/2Q5 w - - 0 1', 'c1c7', 'Qc1-c7S'],
])('in %s, %s is written %s, and read with and without its mark', (fen, uci, long) => {
  const board = position(fen);
  expect(formatLongAlgebraic(board, unwrap(parseUci(board, uci)))).toBe(long);
  const bare = long.replace(/[+#S]$/, '');
  for (const text of [long, bare, `${bare}+`, `${bare}#`, `${bare}S`, bare.replace('.ep', '')])
    expect(formatUci(board, unwrap(parseLongAlgebraic(board, text))), text).toBe(uci);
});

test.each([
  [START, 'Ne2-e4', 'move/contradicts-board'],
  [START, 'Pe2xe4', 'move/contradicts-board'],
  [START, 'Pe2-e4.ep', 'move/contradicts-board'],
  ['4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', 'Pe4-d5', 'move/contradicts-board'],
  [START, 'Pe2-e5', 'move/not-reachable'],
  [START, 'e2-e4', 'notation/unreadable'],
  [START, 'Pe2-e4S+', 'notation/unreadable'],
  [START, 'Ze2-e4', 'notation/unreadable'],
  [START, '0-0', 'move/castling-blocked'],
])('in %s, %s is refused with %s', (fen, text, code) => {
  expect(parseLongAlgebraic(position(fen), text)).toMatchObject({ ok: false, error: { code } });
});

test('drops are written with their letter, pawns too', () => {
  const board = position('4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1', 'crazyhouse');
  expect(formatLongAlgebraic(board, unwrap(parseLongAlgebraic(board, 'P@e4')))).toBe('P@e4');
  expect(formatLongAlgebraic(board, unwrap(parseLongAlgebraic(board, 'N@d6')))).toBe('N@d6+');
});
