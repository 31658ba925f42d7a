import { unwrap } from '@chessmith/std';
import { parseFen as parsePeerFen } from 'chessops/fen';
import { setupPosition } from 'chessops/variant';
import { describe, expect, test } from 'vitest';
import { compile, startPosition } from '../engine.js';
import { parseFen } from '../notation/fen.js';
import { catalogue, rulesetNamed } from '../rulesets/catalogue.js';
import { PEERS } from '../testing/compare-with-chessops.js';
import { setUp } from './set-up.js';
import { validatePosition } from './validate-position.js';

/** The refusal code, or `ok`. */
function verdict(ruleset: string, fen: string): string {
  const { tables } = compile(rulesetNamed(ruleset)!);
  const fields = parseFen(tables, fen);
  if (!fields.ok) return fields.error.code;
  const checked = validatePosition(setUp(tables, fields.value), fields.value);
  return checked.ok ? 'ok' : checked.error.code;
}

/** chessops agrees on these. */
const AGREED: readonly (readonly [ruleset: string, fen: string, verdict: string])[] = [
  ['standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'ok'],
  ['standard', '8/8/8/8/8/8/8/8 w - - 0 1', 'position/empty'],
  ['standard', '8/8/8/8/8/8/8/K7 w - - 0 1', 'position/no-king'],
  ['standard', '8/8/8/8/8/8/8/k7 w - - 0 1', 'position/no-king'],
  ['standard', 'k6k/8/8/8/8/8/8/K7 w - - 0 1', 'position/too-many-kings'],
  ['standard', 'k7/8/8/8/8/8/8/R3K3 w Q - 0 1', 'position/opponent-in-check'],
  ['standard', 'k7/8/8/8/8/8/8/R3K3 b Q - 0 1', 'ok'],
  ['standard', '8/8/8/3kK3/8/8/8/8 w - - 0 1', 'position/opponent-in-check'],
  ['standard', 'k6P/8/8/8/8/8/8/K7 w - - 0 1', 'position/unpromoted'],
  ['standard', 'k7/8/8/8/8/8/8/K6p w - - 0 1', 'position/unpromoted'],
  ['standard', 'k7/8/8/8/8/8/8/K6P w - - 0 1', 'position/pawn-behind-its-start'],
  ['standard', 'k6p/8/8/8/8/8/8/K7 w - - 0 1', 'position/pawn-behind-its-start'],
  ['standard', 'QQQQQQQQ/QQQQQQQQ/8/8/8/8/1k6/7K b - - 0 1', 'ok'],
  ['chess960', 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9', 'ok'],
  ['king-of-the-hill', '8/8/8/3K4/8/8/8/7k b - - 0 1', 'ok'],
  ['three-check', '8/8/8/3K4/8/8/8/7k b - - 0+3 0 1', 'ok'],
  ['antichess', '8/8/8/8/8/8/8/8 w - - 0 1', 'position/empty'],
  ['antichess', 'kkk5/8/8/8/8/8/8/KK6 w - - 0 1', 'ok'],
  ['antichess', '8/8/8/8/8/8/8/n7 w - - 0 1', 'ok'],
  ['antichess', 'P7/8/8/8/8/8/8/n7 w - - 0 1', 'position/unpromoted'],
  ['atomic', '8/8/8/8/8/8/8/K7 b - - 0 1', 'ok'],
  ['atomic', '8/8/8/8/8/8/8/K7 w - - 0 1', 'position/no-king'],
  ['atomic', '8/8/8/3kK3/8/3R4/8/8 w - - 0 1', 'ok'],
  ['atomic', '8/8/8/3k4/8/3R4/8/4K3 w - - 0 1', 'position/opponent-in-check'],
  ['crazyhouse', '4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1', 'ok'],
  ['crazyhouse', `4k3/8/8/8/8/8/8/4K3[${'p'.repeat(63)}] w - - 0 1`, 'position/pocket-too-large'],
  ['crazyhouse', '4k3/8/8/8/8/8/8/4K3[k] w - - 0 1', 'position/king-in-pocket'],
  ['horde', 'rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1', 'ok'],
  ['horde', '4k3/8/8/8/8/8/8/PPPPK3 w - - 0 1', 'position/too-many-kings'],
  ['horde', '8/4p3/8/8/8/8/8/PPPP4 w - - 0 1', 'position/no-king'],
  ['horde', '4k2p/8/8/8/8/8/8/PPPP4 w - - 0 1', 'position/pawn-behind-its-start'],
  ['horde', 'P3k3/8/8/8/8/8/8/PPPP4 w - - 0 1', 'position/unpromoted'],
  ['horde', '4k3/3P4/8/8/8/8/8/PPPP4 w - - 0 1', 'position/opponent-in-check'],
  ['racing-kings', '8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1', 'ok'],
  ['racing-kings', '8/8/8/8/8/k7/8/R6K b - - 0 1', 'position/check-forbidden'],
  ['racing-kings', '8/8/8/8/8/k7/8/R6K w - - 0 1', 'position/opponent-in-check'],
  ['racing-kings', '8/8/8/8/p7/1k6/8/7K w - - 0 1', 'fen/malformed'],
];

test.each(AGREED)('%s %s: %s', (ruleset, fen, expected) => {
  expect(verdict(ruleset, fen)).toBe(expected);
  const theirs = parsePeerFen(fen).chain((setup) => setupPosition(PEERS[ruleset]!, setup));
  expect(theirs.isOk).toBe(expected === 'ok');
});

/** chessops accepts these. */
const OURS: readonly (readonly [ruleset: string, fen: string, verdict: string, why: string])[] = [
  ['standard', '1k6/8/8/8/8/8/8/R5K1 w Q - 0 1', 'ok', 'as in Chess960'],
  [
    'standard',
    'k7/8/8/8/8/8/8/4K3 w Q - 0 1',
    'position/castling-right-impossible',
    'no rook; chessops drops the right',
  ],
  ['standard', 'k7/8/8/8/8/8/4K3/R7 w Q - 0 1', 'position/castling-right-impossible', 'the king has moved'],
  ['standard', 'k7/8/8/8/8/8/8/K7 w - e6 0 1', 'position/en-passant-impossible', 'no pawn; chessops drops the square'],
  ['standard', 'k7/4p3/8/4p3/8/8/8/K7 w - e6 0 1', 'position/en-passant-impossible', 'it cannot have come from e7'],
  ['standard', 'k7/8/8/4p3/8/8/8/K7 w - e6 0 1', 'ok', 'no pawn can capture it, but it has just passed e6'],
  ['standard', '8/8/8/8/8/2nk4/8/1K3q2 w - - 0 1', 'ok', 'queen and knight, uncovered'],
  ['standard', '8/8/8/8/8/1n1n4/8/2K4k w - - 0 1', 'position/impossible-check', 'two knights at once'],
  ['standard', '8/8/8/r3K2r/8/8/8/7k w - - 0 1', 'position/impossible-check', 'both sides of one rank'],
  ['standard', '4r3/8/8/4K2r/8/8/1b6/7k w - - 0 1', 'position/impossible-check', 'three at once'],
  ['standard', '4r3/8/8/1k1pP3/8/8/8/4K2r w - d6 0 1', 'position/impossible-check', 'there before the double step'],
  ['standard', '8/8/8/1k1p4/4K3/8/8/8 w - d6 0 1', 'ok', 'by the pawn that stepped'],
  [
    'grand',
    '10/5k4/10/10/10/10/10/10/4P5/5K4 w - - 0 1',
    'position/pawn-behind-its-start',
    'pawns start on the third rank',
  ],
  ['grand', '5k3P/10/10/10/10/10/10/10/10/5K4 w - - 0 1', 'position/unpromoted', 'promotion is forced on the tenth'],
  ['grand', '5k4/8P1/10/10/10/10/10/10/10/5K4 w - - 0 1', 'ok', 'promotion is free on the ninth'],
  ['knightmate', '8/8/8/3k4/8/1K6/8/8 w - - 0 1', 'ok', 'royal knights two squares apart on a diagonal'],
  ['knightmate', '8/8/8/3k4/8/1K6/8/8 b - - 0 1', 'ok', 'and the other way round'],
  ['knightmate', '8/8/8/3k4/8/1K2M3/8/8 w - - 0 1', 'ok', 'a commoner reaches its neighbours only'],
  ['knightmate', '8/8/8/3k4/4M3/1K6/8/8 w - - 0 1', 'position/opponent-in-check', 'a commoner beside the royal knight'],
  ['pawn-war', '5/ppppp/5/PPPPP/5 b - - 0 1', 'ok', 'no kings wanted'],
  // chessops lets the colours swap roles; our horde is white, as in its start position.
  ['horde', '4p3/8/8/8/8/8/8/4K3 w - - 0 1', 'position/too-many-kings', 'the horde is white'],
];

test.each(OURS)('%s %s: %s (%s)', (ruleset, fen, expected) => {
  expect(verdict(ruleset, fen)).toBe(expected);
});

describe('every start position is valid', () => {
  test.each(catalogue)('$name', (ruleset) => {
    expect(validatePosition(unwrap(startPosition(compile(ruleset))))).toEqual({ ok: true, value: true });
  });
});
