import { describe, expect, test } from 'vitest';
import { chessmith } from '../testing/chessmith.js';

const perft = (...args: string[]) => chessmith(['perft', ...args]);
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

test.each([
  [['--ruleset', 'standard', '--depth', '0'], '1'],
  [['--ruleset', 'standard', '--depth', '3'], '8902'],
  [['--ruleset', 'standard', '--depth', '2', '--fen', KIWIPETE], '2039'],
  [['--ruleset', 'chess960', '--depth', '2', '--number', '0'], '400'],
  [['--ruleset', 'antichess', '--depth', '3'], '8067'],
])('perft %j counts %s', async (args, count) => {
  expect(await perft(...args)).toEqual({ code: 0, out: `${count}\n`, err: '' });
});

test('a divided count has a line for each first move, and the sum alone on the last', async () => {
  const { out } = await perft('--ruleset', 'standard', '--depth', '2', '--divide');
  const lines = out.trimEnd().split('\n');
  expect(lines).toHaveLength(21);
  expect(lines).toContain('g1f3: 20');
  expect(lines.at(-1)).toBe('400');
});

describe('invalid arguments and positions are refused', () => {
  test.each([
    [['--depth', '1'], 2, '--ruleset is missing'],
    [['--ruleset', 'standart', '--depth', '1'], 2, "there is no ruleset 'standart'; did you mean standard?"],
    [['--ruleset', 'xiangqi', '--depth', '1'], 2, "'chessmith rulesets' lists them"],
    [['--ruleset', 'quantum', '--depth', '1'], 1, "quantum is not a compiled ruleset; use 'show', 'play' or 'judge'"],
    [['--ruleset', 'standard'], 2, '--depth is missing'],
    [['--ruleset', 'standard', '--depth', '-1'], 2, "'--depth' argument is ambiguous"],
    [['--ruleset', 'standard', '--depth=x'], 2, '--depth takes a whole number from 0 to 30'],
    [['--ruleset', 'standard', '--depth', '1', '--fen', KIWIPETE, '--number', '1'], 2, 'exclude each other'],
    [
      ['--ruleset', 'standard', '--depth', '1', '--number', '1'],
      1,
      'Standard chess has only one start; leave out the start number.',
    ],
    [['--ruleset', 'standard', '--depth', '1', '--fen', '8/8 w'], 1, 'The FEN has 2 ranks, but the board has 8.'],
  ])('%j: exit code %i', async (args, code, why) => {
    const session = await perft(...args);
    expect([session.code, session.out]).toEqual([code, '']);
    expect(session.err).toContain(why);
  });
});
