import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { chessmith } from '../testing/chessmith.js';

const CHESS = fileURLToPath(new URL('../../../../examples/chess-by-theories.json', import.meta.url));
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

test('a ruleset with theories is checked, and the report shows their targets', async () => {
  const { code, out, err } = await chessmith(['check', CHESS]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^The ruleset is valid: Chess by theories\.\n/);
  expect(out).toContain('  n_move: 224 targets from 56 squares\n');
  expect(out).toContain('  white_pawn_capture: 98 targets from 56 squares\n');
});

test('a ruleset with theories is counted like any other', async () => {
  const counted = await chessmith(['perft', '--ruleset', CHESS, '--fen', KIWIPETE, '--depth', '2']);
  expect(counted).toMatchObject({ code: 0, out: '2039\n', err: '' });
});

test('a ruleset with theories is drawn like any other', async () => {
  const [own, other] = [
    ['--ruleset', CHESS],
    ['--ruleset', 'standard'],
  ].map((rules) => chessmith(['show', ...rules, '--moves', 'e4 d5', '--from', 'f1']));
  expect((await own)!.out).toBe((await other)!.out.replace('Standard chess', 'Chess by theories'));
});

test('a ruleset with theories is judged like any other', async () => {
  const input = '{"moves":["e4","d5","exd5","Qxd5","Ra3"]}\n';
  const { out } = await chessmith(['judge', '--ruleset', CHESS], { input });
  expect(JSON.parse(out)).toMatchObject({ legal: [true, true, true, true, false], turn: 'white' });
});

test('a ruleset with theories is played like any other', async () => {
  const { code, out } = await chessmith(['play', CHESS], { input: 'e2e4\nd7d5\ne4d5\nquit\n' });
  expect([code, out]).toEqual([0, expect.stringContaining('Black to move.')]);
});

test('without its theories it is a ruleset of tables that needs no Prolog', async () => {
  const { out } = await chessmith(['rulesets', '--json', CHESS]);
  const { theories, pieces } = JSON.parse(out);
  expect(theories).toBeUndefined();
  expect(pieces.rook.movements[0]).toMatchObject({
    kind: 'table',
    white: {
      a1: [
        ['a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'],
        ['b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1'],
      ],
    },
  });
});

test('an error in a theory is reported with its name, its line and what to do', async () => {
  const rules = JSON.parse(await readFile(CHESS, 'utf8'));
  rules.theories.n_move.prolog = ['n_move(File, Rank, File, To) :-', '    To is Rank + .'];
  rules.theories.e_move.prolog = ['e_move(_, _, _, _) :- repeat, fail.'];
  rules.theories.white_pawn_capture.prolog = ['white_pawn_capture(File, Rank, File, Rank).'];
  const folder = await mkdtemp(join(tmpdir(), 'theories-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'mine.json'), JSON.stringify(rules));
  const { code, out, err } = await chessmith(['check', join(folder, 'mine.json')]);
  expect([code, out]).toEqual([1, '']);
  expect(err.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^chessmith check: .*mine\.json is not a valid ruleset:$/),
    expect.stringMatching(/^ {2}theories\.n_move, line 2, column \d+: Syntax error: .*\.$/),
    expect.stringMatching(/^ {2}theories\.e_move: .* 0\.1 s .* each answer must come soon\.$/),
    '  theories.white_pawn_capture: from a1 it leads to a1 itself; leave that answer out.',
  ]);
});
