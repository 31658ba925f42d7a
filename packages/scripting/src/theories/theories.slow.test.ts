import {
  compile,
  perft,
  positionFromFen,
  type Ruleset,
  type RulesetDraft,
  readDraft,
  standard,
  startPosition,
} from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSandbox } from '../sandbox/open-sandbox.js';
import type { Sandbox } from '../sandbox/port.js';
import { exampleSource } from '../testing/example.js';
import { evaluateTheories, type TheoryLimits } from './evaluate-theories.js';
import { makeRuleset } from './make-ruleset.js';

let sandbox: Sandbox;
beforeAll(() => {
  const waiting = { total: 100, perLane: 100, longestMs: 200_000 };
  sandbox = openSandbox({
    ...{ languages: ['prolog'], workersPerLanguage: 2, atOnce: 2, waiting },
    budgets: { compile: { cpuMs: 1000, wallMs: 30_000 } },
  });
});
afterAll(() => sandbox.close());

const ask = (draft: RulesetDraft, limits?: TheoryLimits) => evaluateTheories(sandbox, draft, 'author', limits);

describe('chess by theories', () => {
  let ruleset: Ruleset;
  let tables: { readonly [theory: string]: { readonly [square: string]: unknown } };
  beforeAll(async () => {
    const made = unwrap(await makeRuleset(JSON.parse(exampleSource('chess-by-theories.json')), ask));
    ruleset = made.ruleset;
    tables = made.answered!.tables;
  });

  test.each([
    ['the start', standard.start as string, 4],
    ['Kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 3],
    ['rooks and pawns', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 4],
    ['promotions', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 3],
  ])('has as many moves as the built-in one from %s', (_, fen, depth) => {
    const leaves = (rules: Ruleset): number => perft(unwrap(positionFromFen(compile(rules), fen)), depth);
    expect(leaves(ruleset)).toBe(leaves(standard));
  });

  test('has no theories left in it', () => {
    expect(JSON.stringify(ruleset)).not.toContain('"theory"');
    expect(perft(unwrap(startPosition(compile(ruleset))), 2)).toBe(400);
  });

  test.each([
    ['n_move', [['d5', 'd6', 'd7', 'd8']]],
    ['e_move', [['e4', 'f4', 'g4', 'h4']]],
    ['s_move', [['d3', 'd2', 'd1']]],
    ['w_move', [['c4', 'b4', 'a4']]],
    ['ne_move', [['e5', 'f6', 'g7', 'h8']]],
    ['se_move', [['e3', 'f2', 'g1']]],
    ['sw_move', [['c3', 'b2', 'a1']]],
    ['nw_move', [['c5', 'b6', 'a7']]],
    ['white_pawn_capture', [['e5', 'c5']]],
    ['black_pawn_capture', [['e3', 'c3']]],
  ])('%s leads from d4 where it should, the nearest first', (theory, paths) => {
    expect(tables[theory]!.d4).toEqual(paths);
  });

  test('a ray that leaves the board at once is none, and a capture beyond the edge is left out', () => {
    expect(tables.n_move!.d8).toBeUndefined();
    expect([tables.white_pawn_capture!.h4, tables.white_pawn_capture!.a4]).toEqual([[['g5']], [['b5']]]);
  });
});

/** Kings, and a piece that moves by one theory `go`, on three files and five ranks. */
function draft(shape: 'rays' | 'leaps', ...prolog: readonly string[]): RulesetDraft {
  const { king, rook } = standard.pieces;
  return unwrap(
    readDraft({
      ...{ ...standard, board: { files: 3, ranks: 5 }, effects: [], start: 'k2/3/3/3/2K w - - 0 1' },
      pieces: {
        piece: { letter: 'z', movements: [{ kind: 'theory', by: ['go'] }] },
        king: { ...king!, movements: [king!.movements[0]] },
        rook: rook!,
      },
      theories: { go: { shape, prolog } },
    }),
  );
}

const CONSTRAINTS = [
  ':- use_module(library(clpfd)).',
  'go(F, R, X, Y) :- X #= F + D, Y #= R + E, [D, E] ins -1..1, D * E #= 1, label([D, E]).',
];

test.each([
  ['a ray with an end of its own', 'rays', ['go(F, R, F, T) :- member(N, [1, 2]), T is R + N.'], 'b1', [['b2', 'b3']]],
  ['the end of a ray at the edge', 'rays', ['go(F, R, F, T) :- member(N, [1, 2]), T is R + N.'], 'b4', [['b5']]],
  ['a ray that would come back', 'rays', ['go(F, R, T, R) :- member(N, [1, 5, -1]), T is F + N.'], 'b1', [['c1']]],
  ['leaps that are said twice', 'leaps', ['go(F, R, F, T) :- member(N, [1, 9, 1]), T is R + N.'], 'b1', [['b2']]],
  ['leaps off the board', 'leaps', ['go(F, R, F, T) :- member(N, [1, 9, 1]), T is R + N.'], 'b5', undefined],
  ['a theory with constraints', 'leaps', CONSTRAINTS, 'b2', [['a1', 'c3']]],
  ['a theory of facts', 'leaps', ['go(0, 0, 2, 4).'], 'a1', [['c5']]],
  ['a number far beyond any board', 'leaps', ['go(F, _, F, T) :- T is 7 ** 200.'], 'a1', undefined],
] as const)('%s becomes a table', async (_, shape, prolog, from, paths) => {
  const { tables } = unwrap(await ask(draft(shape, ...prolog)));
  expect(tables.go![from]).toEqual(paths);
});

test('the result contains what a theory prints', async () => {
  expect(unwrap(await ask(draft('leaps', 'go(0, 0, 1, 0) :- writeln(here).'))).printed).toBe('here\n');
});

test.each([
  [
    'leaps without an end',
    'leaps',
    ['go(F, R, F, T) :- between(1, inf, N), T is R + N.'],
    'ruleset/theory-endless',
    /from a1 .* 512 answers.*"rays"/,
  ],
  [
    'a ray round and round',
    'rays',
    ['go(F, R, F, T) :- between(1, inf, N), T is (R + N) mod 5.'],
    'ruleset/theory-stays',
    /from a1 it leads to a1/,
  ],
  [
    'a ray to and fro',
    'rays',
    ['go(F, 0, F, T) :- repeat, member(T, [1, 2]).'],
    'ruleset/theory-returns',
    /comes to a2 twice/,
  ],
  ['an answer that is a word', 'rays', ['go(F, _, F, up).'], 'ruleset/theory-not-whole', /from a1 it answers \[0,up\]/],
  [
    'an answer that is a fraction',
    'leaps',
    ['go(F, R, F, T) :- T is R / 2 + 0.5.'],
    'ruleset/theory-not-whole',
    /0\.5/,
  ],
  ['an answer that is left open', 'leaps', ['go(F, _, F, _).'], 'ruleset/theory-not-whole', /\[0,_\]/],
  ['another predicate', 'leaps', ['goes(F, R, F, R).'], 'script/no-function', /go\/4\. Define go\(File, Rank/],
  [
    'a mistake in a line',
    'leaps',
    ['go(F, R, F, T) :-', '    T is R + .'],
    'script/syntax',
    /^theories\.go, line 2, column \d+: /,
  ],
  ['an unknown predicate', 'leaps', ['go(F, R, F, T) :- nearby(R, T).'], 'script/raised', /^theories\.go.*nearby\/2/],
  [
    'no answer, for ever',
    'rays',
    ['go(_, _, _, _) :- repeat, fail.'],
    'script/timeout',
    /0\.1 s .* each answer must come soon/,
  ],
  [
    'no end of itself',
    'rays',
    ['go(F, R, F, T) :- go(F, R, F, N), T is N + 1.', 'go(F, R, F, T) :- T is R + 1.'],
    /script\/(timeout|out-of-stack|out-of-memory)/,
    /^theories\.go/,
  ],
  [
    'all memory',
    'leaps',
    ['go(_, _, _, _) :- functor(T, t, 100000000), arg(1, T, a).'],
    'script/out-of-memory',
    /more memory/,
  ],
  ['a loop while it is loaded', 'leaps', [':- repeat, fail.', 'go(0, 0, 1, 1).'], 'script/timeout', /was stopped/],
  [
    'a file',
    'leaps',
    ["go(_, _, _, _) :- open('/etc/passwd', read, _)."],
    /script\/(forbidden|raised)/,
    /^theories\.go/,
  ],
  ['the end of the process', 'leaps', ['go(_, _, _, _) :- halt.'], /script\/(forbidden|engine-died)/, /^theories\.go/],
] as const)('%s is refused with the name of the theory and what to do', async (_, shape, prolog, code, says) => {
  const answered = await ask(draft(shape, ...prolog));
  expect(answered.ok).toBe(false);
  const [refusal] = answered.ok ? [] : answered.error;
  expect(refusal).toMatchObject({
    code: expect.stringMatching(code),
    facts: { path: expect.stringMatching(/^theories\.go/) },
  });
  expect(refusal!.message).toMatch(says);
  expect(refusal!.message).not.toMatch(/node_modules|chessmith:/);
  expect(await ask(draft('leaps', 'go(0, 0, 1, 1).'))).toMatchObject({ ok: true });
});

test('a ray longer than a table holds is refused', async () => {
  const snake =
    'go(F, R, X, Y) :- Here is F + 16 * R, between(1, inf, N), X is (Here + N) mod 16, Y is (Here + N) // 16.';
  const answered = await ask({ ...draft('rays', snake), board: { files: 16, ranks: 16 } });
  expect(answered).toMatchObject({ ok: false, error: [{ code: 'ruleset/theory-long' }] });
});

test('endless leaps are refused after the first square, before their time is up', async () => {
  // One square takes a tenth of the budget of a rank; all sixteen would exceed it.
  const on = ['go(F, R, F, T) :- member(D, [1, 2, 3]), T is R + D.', 'go(F, R, F, T) :- go(F, R, F, N), T is N + 3.'];
  const answered = await ask({ ...draft('leaps', ...on), board: { files: 16, ranks: 16 } });
  expect(answered).toMatchObject({ ok: false, error: [{ code: 'ruleset/theory-endless' }] });
});

test('theories that lead everywhere on a large board are refused', async () => {
  const everywhere = 'go(F, R, X, Y) :- between(0, 15, X), between(0, 15, Y), \\+ ( X = F, Y = R ).';
  const answered = await ask({ ...draft('leaps', everywhere), board: { files: 16, ranks: 16 } });
  expect(answered).toMatchObject({ ok: false, error: [{ code: 'ruleset/too-many-targets' }] });
});

test('a mistake in a line leads to its place in the JSON', async () => {
  const answered = await ask(draft('leaps', 'go(0, 0, 1, 1).', 'go(a b).'));
  expect(answered).toMatchObject({ ok: false, error: [{ facts: { path: 'theories.go.prolog[1]' } }] });
});

test('every failing theory is reported', async () => {
  const one = draft('leaps', 'go(0, 0, up, up).');
  const { go } = one.theories;
  const many = { ...one, theories: { go: go!, again: { ...go!, prolog: ['again(0, 0, 0, 1) :- nowhere.'] } } };
  expect(await ask(many)).toMatchObject({
    ok: false,
    error: [{ facts: { path: 'theories.go' } }, { facts: { path: expect.stringMatching(/^theories\.again/) } }],
  });
});

test('theories that fail to load use up the time of all', async () => {
  const loop = { shape: 'leaps', prolog: [':- repeat, fail.'] } as const;
  const many = {
    ...draft('leaps', ''),
    theories: Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, loop])),
  };
  // The sandbox stops the first after 1 s of CPU time, or up to 2 s on a busy machine; that is more than all may use together.
  const answered = await ask(many, { cpuMs: 900, wallMs: 100_000 });
  const codes = answered.ok ? [] : answered.error.map(({ code }) => code);
  expect(codes).toEqual(['script/timeout', 'ruleset/theories-too-slow']);
});

test.each([
  ['theories that take too long together', { cpuMs: 0, wallMs: 100_000 }, 'ruleset/theories-too-slow'],
  ['a machine that is too busy', { cpuMs: 100_000, wallMs: -1 }, 'sandbox/overloaded'],
])('%s end it for all', async (_, limits, code) => {
  const one = draft('leaps', 'go(0, 0, 1, 1).');
  const many = { ...one, theories: { ...one.theories, again: one.theories.go! } };
  const answered = await ask(many, limits);
  expect(answered.ok ? [] : answered.error.map((refusal) => refusal.code)).toEqual([code]);
});

test('errors elsewhere are reported before any theory is evaluated', async () => {
  const value = JSON.parse(exampleSource('chess-by-theories.json'));
  value.start = '8/8 w - - 0 1';
  const made = await makeRuleset(value, () => Promise.reject(new Error('no theory should be evaluated')));
  expect(made).toMatchObject({ ok: false, error: [{ code: 'ruleset/bad-start' }] });
});

test('the ruleset is checked again with the answers of its theories', async () => {
  const value = JSON.parse(exampleSource('chess-by-theories.json'));
  value.start = '3rk3/8/8/8/8/8/8/3K4 b - - 0 1';
  expect(await makeRuleset(value, ask)).toMatchObject({ ok: false, error: [{ code: 'ruleset/bad-start' }] });
});
