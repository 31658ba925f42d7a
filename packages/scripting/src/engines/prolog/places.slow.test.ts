import { beforeAll, expect, test } from 'vitest';
import type { Engine, EngineError } from '../engine.js';
import { prolog } from './prolog.js';

let engine: Engine;
beforeAll(async () => {
  engine = await prolog.open(await prolog.prepare());
});

/** The error of a script whose `make_move` is called with 1 and 2, and what it printed. */
function errorOf(source: string): Partial<EngineError> & { readonly printed: string } {
  const program = engine.compile(source);
  const loaded = program.ok ? engine.load(program.value) : program;
  const outcome = loaded.ok ? engine.call('make_move', '[1,2]', 1) : loaded;
  return outcome.ok ? { printed: outcome.printed } : { ...outcome.error, printed: outcome.printed };
}

const frames = (...places: readonly string[]): string => places.map((place) => `  rules.pl, line ${place}`).join('\n');

test.each([
  [
    'the goal that raised it, and its caller',
    'make_move(A, _, R) :-\n    writeln(here),\n    halved(A, R),\n    integer(R).\nhalved(A, B) :-\n    atom(A),\n    B = A.\nhalved(A, B) :-\n    B is A\n      / _.\n',
    { line: 9, traceback: frames('3, in make_move/3', '9, in halved/2'), printed: 'here\n' },
  ],
  [
    'a predicate that is not there',
    'make_move(A, B, R) :-\n    A < B,\n    nowhere(R),\n    true.\n',
    { line: 3, traceback: frames('3, in make_move/3'), message: expect.stringContaining('nowhere/1') },
  ],
  [
    'a field that a dict has not',
    'make_move(A, _, R) :-\n    Piece = _{x: A},\n    stands(Piece),\n    R = 1.\nstands(Piece) :-\n    X = Piece.x,\n    X < Piece.y,\n    true.\n',
    { line: 7, traceback: frames('3, in make_move/3', '7, in stands/1'), message: expect.stringContaining('y') },
  ],
  [
    'what was thrown on purpose',
    'make_move(_, _, _) :-\n    catch(atom_length(_, _), _, true),\n    forall(member(X, [1, 2]), checked(X)).\nchecked(1).\nchecked(2) :-\n    throw(oh(no)).\n',
    { line: 6, message: expect.stringContaining('oh(no)') },
  ],
  [
    'a library that was called wrongly',
    'make_move(_, _, R) :-\n    numlist(1, x, R),\n    true.\n',
    { line: 2, traceback: frames('2, in make_move/3') },
  ],
  [
    'a predicate that failed',
    '% no\n\nmake_move(1, 3, 1).\nmake_move(2, 2, 1).\n',
    { line: 3, message: 'make_move/3 failed; it must succeed with an answer.' },
  ],
  [
    'recursion without an end',
    'make_move(A, _, R) :-\n    deep(A, R),\n    true.\ndeep(A, R) :-\n    B is A + 1,\n    deep(B, S),\n    R is S + 1.\n',
    { code: 'script/out-of-stack', line: 4 },
  ],
  [
    'a goal of a script that says which module it is',
    ':- module(game, [make_move/3]).\nmake_move(A, _, R) :-\n    halved(A, R).\nhalved(A, B) :-\n    B is A / _,\n    true.\n',
    { line: 5, traceback: frames('3, in make_move/3', '5, in halved/2') },
  ],
  [
    'recursion without an end in a module',
    ':- module(game, [make_move/3]).\nmake_move(A, _, R) :-\n    deep(A, R),\n    true.\ndeep(A, R) :-\n    B is A + 1,\n    deep(B, S),\n    R is S + 1.\n',
    { code: 'script/out-of-stack', line: 5 },
  ],
])('the error has a place: %s', (_, source, error) => {
  expect(errorOf(source)).toMatchObject({ code: 'script/raised', ...error });
});

test.each([
  ['a directive that raises', 'a.\n\n:- atom_length(_, _).\nmake_move(_, _, 1).\n', 3],
  ['a built-in predicate that is defined anew', 'a.\natom_length(a,\n  1).\n', 2],
  ['another file', 'a.\n:- consult(other).\n', 2],
  ['another file in brackets', 'a.\n\n:- [other].\n', 3],
  ['a library that is not there', 'a.\nb.\n:- use_module(library(socket)).\n', 3],
])('an error while loading has a place: %s', (_, source, line) => {
  expect(errorOf(source)).toMatchObject({ code: 'script/raised', line });
});

test('a traceback has at most the twenty innermost frames', () => {
  const { traceback = '' } = errorOf(
    'make_move(A, _, R) :- down(50, R), A = A.\ndown(0, _) :-\n    throw(end).\ndown(N, R) :-\n    M is N - 1,\n    down(M, S),\n    R = S.\n',
  );
  expect(traceback.split('\n').length).toBe(20);
  expect(traceback.endsWith('\n  rules.pl, line 6, in down/2\n  rules.pl, line 3, in down/2')).toBe(true);
});

test.each([
  ['/* to the end\na.\n', 1],
  ['/* one */ a.\n\n\nb. /* two *\nc.\n', 4],
])('an unclosed comment is reported where it begins: %j', (source, line) => {
  expect(errorOf(source)).toMatchObject({ code: 'script/syntax', line, column: expect.any(Number) });
});
