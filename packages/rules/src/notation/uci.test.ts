import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { compile, positionFromFen } from '../engine.js';
import { rulesetNamed } from '../rulesets/catalogue.js';
import { formatUci, parseUci } from './uci.js';

const position = (ruleset: string, fen: string) => unwrap(positionFromFen(compile(rulesetNamed(ruleset)!), fen));

const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';

test.each([
  ['standard', CASTLING, 'e1g1', 'e1g1'],
  ['standard', CASTLING, 'e1h1', 'e1g1'],
  ['standard', CASTLING, 'e1a1', 'e1c1'],
  ['chess960', CASTLING, 'e1g1', 'e1h1'],
  ['chess960', CASTLING, 'e1h1', 'e1h1'],
  // Castling from unusual squares is written as in Chess960.
  ['standard', '1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1', 'f1h1', 'f1h1'],
  ['standard', '1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1', 'f1c1', 'f1b1'],
  // If the king can walk there, a walk is meant.
  ['chess960', '1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1', 'f1g1', 'f1g1'],
  ['chess960', '1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1', 'c1b1', 'c1b1'],
  ['capablanca', 'r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1', 'f1i1', 'f1i1'],
  ['capablanca', 'r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1', 'f1a1', 'f1c1'],
  ['standard', '8/P7/8/8/8/8/8/k1K5 w - - 0 1', 'a7a8q', 'a7a8q'],
  ['standard', '8/P7/8/8/8/8/8/k1K5 w - - 0 1', 'a7a8N', 'a7a8n'],
  ['standard', '8/P7/8/8/8/8/8/k1K5 w - - 0 1', 'a7a8=rook', 'a7a8r'],
  ['crazyhouse', '4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1', 'N@d5', 'N@d5'],
  ['crazyhouse', '4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1', 'n@d5', 'N@d5'],
  ['crazyhouse', '4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1', '@d5', 'P@d5'],
  ['grand', 'r3k5/10/10/10/10/10/10/10/10/R3K4R w - - 0 1', 'a1a10', 'a1a10'],
  ['grand', '4k4R/10/10/10/10/10/10/10/10/R3K5 w - - 0 1', 'j10j9', 'j10j9'],
])('%s: in %s, %s is written %s', (ruleset, fen, text, written) => {
  const board = position(ruleset, fen);
  expect(formatUci(board, unwrap(parseUci(board, text)))).toBe(written);
});

test.each([
  ['e2', 'notation/unreadable'],
  ['0000', 'notation/unreadable'],
  ['e2e4x', 'notation/unreadable'],
  ['e2e4=dragon', 'notation/unreadable'],
  ['e2e4 ', 'notation/unreadable'],
  ['E2E4', 'notation/unreadable'],
  ['e2e9', 'notation/no-such-square'],
  ['e2e10', 'notation/no-such-square'],
  ['i2i4', 'notation/no-such-square'],
])('%j is refused with %s', (text, code) => {
  expect(parseUci(position('standard', CASTLING), text)).toMatchObject({ ok: false, error: { code } });
});
