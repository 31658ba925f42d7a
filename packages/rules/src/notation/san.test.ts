import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { compile, positionFromFen } from '../engine.js';
import { rulesetNamed } from '../rulesets/catalogue.js';
import { formatSan, parseSan } from './san.js';
import { formatUci, parseUci } from './uci.js';

const position = (fen: string, ruleset = 'standard') => unwrap(positionFromFen(compile(rulesetNamed(ruleset)!), fen));

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const ROOKS = '3k4/8/8/R7/8/8/8/R3K2R w KQ - 0 1';
const QUEENS = '8/k7/8/8/4Q2Q/8/8/2K4Q w - - 0 1';
const PROMOTION = '3n4/4P3/8/8/8/8/8/k1K5 w - - 0 1';
const PASSING = '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1';

test.each([
  [START, 'e2e4', 'e4'],
  [START, 'g1f3', 'Nf3'],
  [ROOKS, 'a5a3', 'R5a3'],
  [ROOKS, 'a1a3', 'R1a3'],
  [ROOKS, 'a1d1', 'Rd1+'],
  [ROOKS, 'e1g1', 'O-O'],
  [ROOKS, 'e1c1', 'O-O-O+'],
  [QUEENS, 'h4e1', 'Qh4e1'],
  [QUEENS, 'e4e1', 'Qee1'],
  [QUEENS, 'h1e1', 'Q1e1'],
  [PROMOTION, 'e7e8q', 'e8=Q'],
  [PROMOTION, 'e7d8n', 'exd8=N'],
  [PASSING, 'e5d6', 'exd6'],
  ['r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4', 'h5f7', 'Qxf7#'],
  // The knight on c3 is pinned, so SAN needs no disambiguation.
  ['4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1', 'g1e2', 'Ne2'],
])('in %s, %s is written %s', (fen, uci, san) => {
  const board = position(fen);
  expect(formatSan(board, unwrap(parseUci(board, uci)))).toBe(san);
});

test.each([
  [START, 'e2e4', ['e4', 'e4+', 'e4!?', 'e2e4', 'e2-e4', 'Pe4', 'Pe2-e4', 'e4 ', 'e4#?!']],
  [START, 'g1f3', ['Nf3', 'Ngf3', 'N1f3', 'Ng1f3', 'Ng1-f3', 'Nf3+', 'Nxf3', 'g1f3', 'N-f3']],
  [START, 'b1c3', ['Nc3', 'b1c3']],
  [ROOKS, 'e1g1', ['O-O', '0-0', 'o-o', 'O-O+', 'O-O!', 'e1g1', 'e1h1', 'Ke1g1']],
  [ROOKS, 'e1c1', ['O-O-O', '0-0-0', 'O-O-O+', '0-0-0#', 'e1c1', 'e1a1']],
  [PROMOTION, 'e7e8q', ['e8=Q', 'e8Q', 'e8q', 'e8=q', 'e7e8q', 'e7e8=Q', 'e8=Q+!']],
  [PROMOTION, 'e7d8b', ['exd8=B', 'exd8B', 'ed8b', 'ed8=B', 'exd8b', 'e:d8=B']],
  [PASSING, 'e5d6', ['exd6', 'ed6', 'exd6 e.p.', 'exd6e.p.', 'exd6.ep', 'e5xd6', 'exd6ep']],
])('in %s, %s is read from many spellings', (fen, uci, spellings) => {
  const board = position(fen);
  const read = spellings
    .map((text) => parseSan(board, text))
    .map((answer) => answer.ok && formatUci(board, answer.value));
  expect(Object.fromEntries(spellings.map((text, i) => [text, read[i]]))).toEqual(
    Object.fromEntries(spellings.map((text) => [text, uci])),
  );
});

test.each([
  '',
  'x',
  'xe4',
  'e',
  '4',
  'e9',
  'i4',
  'e44',
  'eee4',
  'Nxx4',
  'Ne2e4e5',
  'XXe4',
  'Zf3',
  'nf3',
  '0',
  'O',
  'O-O-O-O',
  'O-',
  '-O',
  'N@',
  '@',
  'NN@f3',
  'N@f3=Q',
  'e4=',
  'e4=Z',
  '=Q',
  '++',
  'e4é',
  'é4',
  '--',
  '0000',
  'p',
  'ep',
  'e.p.',
  '１e4',
])('%j is not SAN', (text) => {
  expect(parseSan(position(START), text)).toMatchObject({ ok: false, error: { code: 'notation/unreadable' } });
});

test('castling written as a king move is refused', () => {
  expect(parseSan(position(ROOKS), 'Kg1')).toMatchObject({
    ok: false,
    error: { code: 'move/not-reachable', message: 'The king cannot go to g1; to castle, write O-O or O-O-O.' },
  });
});

describe('larger boards and other pieces', () => {
  test.each([
    ['grand', 'r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1', 'a1a2', 'Ra2'],
    ['grand', 'r3k5/10/10/10/10/10/10/10/10/R3K4R w - - 0 1', 'a1a10', 'Rxa10+'],
    ['grand', '4k4R/10/10/10/10/10/10/10/10/R3K4R w - - 0 1', 'j10j5', 'R10j5'],
    ['capablanca', 'rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1', 'h1i3', 'Ci3'],
    ['capablanca', 'r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1', 'f1i1', 'O-O'],
    ['crazyhouse', '4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1', 'P@e4', '@e4'],
    ['crazyhouse', '4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1', 'N@d6', 'N@d6+'],
    ['king-of-the-hill', '4k3/8/8/8/8/4K3/8/8 w - - 0 1', 'e3e4', 'Ke4#'],
    ['antichess', '8/P7/8/8/8/8/8/7k w - - 0 1', 'a7a8k', 'a8=K'],
  ])('%s: in %s, %s is written %s', (ruleset, fen, uci, san) => {
    const board = position(fen, ruleset);
    expect(formatSan(board, unwrap(parseUci(board, uci)))).toBe(san);
    expect(formatUci(board, unwrap(parseSan(board, san)))).toBe(uci);
  });
});
