import { describe, expect, test } from 'vitest';
import { chessmith } from '../testing/chessmith.js';

const show = (...args: string[]) => chessmith(['show', ...args]);

test('the start of standard chess', async () => {
  expect((await show('--ruleset', 'standard')).out).toBe(`Standard chess

   8   r  n  b  q  k  b  n  r
   7   p  p  p  p  p  p  p  p
   6   .  .  .  .  .  .  .  .
   5   .  .  .  .  .  .  .  .
   4   .  .  .  .  .  .  .  .
   3   .  .  .  .  .  .  .  .
   2   P  P  P  P  P  P  P  P
   1   R  N  B  Q  K  B  N  R

       a  b  c  d  e  f  g  h

White to move.
Castling: white K Q, black K Q.
FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
`);
});

test.each([
  ['a pocket', 'crazyhouse', '4k3/8/8/8/8/8/8/4K3[QNNp] b - - 0 1', ['Black to move.', 'Pockets: white NNQ, black P.']],
  ['check counters', 'three-check', '4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1', ['Checks given: white 2, black 0.']],
  ['check', 'standard', '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1', ['White to move, in check.']],
  ['an ended game', 'standard', 'R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1', ['White wins: checkmate.']],
  ['a large board', 'grand', undefined, ['  10  ', '   1  ', ' i  j']],
  ['nonsense', 'standard', '8/8/8/8/8/8/4P3/8 w - - 0 1', ['This position cannot be played: ']],
])('%s is shown', async (_, ruleset, fen, lines) => {
  const { code, out } = await show('--ruleset', ruleset, ...(fen === undefined ? [] : ['--fen', fen]));
  expect(code).toBe(0);
  for (const line of lines) expect(out).toContain(line);
});

test('the targets of a piece are marked', async () => {
  const { out } = await show('--ruleset', 'standard', '--fen', '4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1', '--from', 'e3');
  expect(out).toContain('   4   .  .  . xp  *  .  .  .\n   3   .  .  .  . [P] .  .  .\n');
});

test('a board may be drawn as text', async () => {
  const { out } = await show('--ruleset', 'standard', '--fen', '* * * * k **\n** {6}\n* * * * K **');
  expect(out).toContain('FEN: 4k3/8/8/8/8/8/8/4K3 w - - 0 1');
});

test('in quantum chess every piece with a probability below one has its percentage below it', async () => {
  const { out } = await show('--ruleset', 'quantum', '--moves', 'b1^a3c3 b8^a6c6 a3^b5c4');
  expect(out).toContain(`   6   n  .  n  .  .  .  .  .
       50    50
   5   .  N  .  .  .  .  .  .
          25
   4   .  .  N  .  .  .  .  .
             25
   3   .  .  N  .  .  .  .  .
             50
   2   P  P  P  P  P  P  P  P
`);
  expect(out).toContain('Black to move.\n');
  expect(out).toMatch(/\n6 boards in superposition\.\nQFEN: .+ q6 /);
});

test('fragments are shown in the letters of board files', async () => {
  const { code, out } = await show('--ruleset', 'quantum-fragments', '--fen', 'TA1W\nHB1W\nKE8B', '--moves', 'b1^a3c3');
  expect(code).toBe(0);
  expect(out).toContain('   3   H  .  H  .  .  .  .  .\n       50    50\n');
  expect(out).toContain('   1   T  .  .  .  .  .  .  .\n');
  expect(out).not.toContain('FEN:');
});

test('moves are played first, for either side, with the chosen outcome', async () => {
  const fen = '4k3/8/8/8/2p5/8/8/1N2K3 w - - 0 1';
  const { out } = await show('--ruleset', 'quantum', '--fen', fen, '--moves', 'b1^a3d2 a3xc4.m0');
  expect(out).toContain('FEN: 4k3/8/8/8/2p5/8/3N4/4K3 b');
  expect((await show('--ruleset', 'standard', '--moves', 'e4 d4')).out).toContain('/3PP3/');
});

describe('invalid arguments and positions are refused', () => {
  test.each([
    [['--ruleset', 'standard', '--fen', 'x'], 1, 'The FEN has 1 ranks, but the board has 8.'],
    [['--ruleset', 'standard', '--moves', 'e4 Ke3'], 1, 'Ke3: '],
    [['--ruleset', 'quantum', '--number', '1'], 1, 'Quantum chess has no numbered starts; leave out the number.'],
    [['--ruleset', 'quantun'], 2, "there is no ruleset 'quantun'; did you mean quantum?"],
    [['--ruleset', 'standard', '--from', 'e4'], 1, 'There is no piece on e4.'],
    [['--ruleset', 'chess960', '--number', '960'], 2, '--number takes a whole number from 0 to 959'],
    [['--ruleset', 'chess960', '--number', '1', '--fen', 'x'], 2, '--fen and --number exclude each other'],
  ])('%j: exit code %i', async (args, code, why) => {
    const session = await show(...args);
    expect([session.code, session.out]).toEqual([code, '']);
    expect(session.err).toContain(why);
  });
});
