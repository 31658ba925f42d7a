import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openUnrestrictedProlog } from '../../testing/escapes/open-engine.js';
import type { Seed } from '../chance.js';
import type { Engine, Outcome } from '../engine.js';
import { prolog } from './prolog.js';
import { type Runtime, startRuntime } from './runtime.js';

let engine: Engine;
/** The same engine in the unrestricted instance, with all of its imports working. */
let unrestricted: Engine;
const page = globalThis as { touched?: unknown };
/** Prolog as its package starts it. */
let bare: Runtime;
beforeAll(async () => {
  bare = await startRuntime();
  engine = await prolog.open(await prolog.prepare());
  unrestricted = await openUnrestrictedProlog();
});
afterAll(() => {
  delete page.touched;
});

function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  return outcome.value;
}
const load = (source: string, on = engine) => value(on.load(value(on.compile(source))));
const call = (args: unknown[] = [0], seed: Seed = 1, on = engine) => on.call('make_move', JSON.stringify(args), seed);
/** The outcome of a body that binds `R`; `A` is the argument. */
function ask(body: string, argument: unknown = 0, on = engine): Outcome<string> {
  load(`make_move(A, R) :- ${body}, _ = A.`, on);
  return call([argument], 1, on);
}

test('all 624 words of the generator are random, not derived from the last one as SWI-Prolog does', () => {
  load('make_move(_, R) :- random_property(state(State)), format(atom(R), "~16r", [State]).');
  /** The state begins with a marker and an index; every word has its lowest byte first. */
  const words = (seed: Seed): number[] => {
    const bytes = Buffer.from(JSON.parse(value(call([0], seed))) as string, 'hex');
    return Array.from({ length: 624 }, (_, i) => bytes.readUInt32LE(8 + 4 * i));
  };
  const madeUp = (all: readonly number[]): number =>
    all.filter((word, i) => {
      const before = all[i - 1] ?? 0;
      return word === (Math.imul(0x6c078965, before ^ (before >>> 30)) + i) >>> 0;
    }).length;
  expect(madeUp(words(1))).toBe(623);
  expect(madeUp(words('5e'.repeat(32)))).toBe(0);
});

describe('a script in Prolog', () => {
  test.each([
    ['a text', 'white won', "A == 'white won'"],
    ['an object', { x: 1, y: [2] }, 'A.x =:= 1, [2] = A.y'],
    ['a negative number in an object', { score: -1, more: [{ x: -2.5 }] }, 'A.score =:= -1'],
    ['a true value', true, 'A == true'],
    ['the text of a value', 'null', 'A == "null"'],
    ['numbers', [1e21, -2.5, 1e-7], 'maplist(number, A)'],
    ['odd letters', `${String.fromCharCode(...Array(160).keys())}ä€😀"\\'\u2028\uFEFF\x01a\\x41\\`, 'atom(A)'],
    ['odd letters in a string', 'a\n\t\u0007\u000b\\a\\\\x', 'atom(A)'],
  ])('gets %s as a term and gives it back', (_, argument, check) => {
    expect(JSON.parse(value(ask(`${check}, R = A`, argument)))).toEqual(argument);
  });

  test('has libraries with their operators, and may define what they define', () => {
    const uses = ':- use_module(library(clpfd)).\n:- use_module(library(lists), [last/2]).\n';
    load(`${uses}sum_list(_, mine).\nmake_move(_, [X, S, L]) :- X #= 1 + 2, sum_list([1], S), last([1, 2], L).`);
    expect(value(call())).toBe('[3,"mine",2]');
    expect(engine.compile(':- use_module(library(socket)).')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('there is no library(socket);') },
    });
  });

  test.each([
    ['make_move(A, B, C, D, [A B]).', 1],
    ['a.\n\nb :- c(.\n', 3],
    ['a.\nb("never closed).\n', 2],
  ])('with a syntax error is refused at its line: %s', (source, line) => {
    expect(engine.compile(source)).toMatchObject({
      ok: false,
      error: { code: 'script/syntax', line, column: expect.any(Number), fatal: false },
    });
  });

  test.each([
    ['a free variable', 'true', 'script/not-json'],
    ['a compound', 'R = f(x)', 'script/not-json'],
    ['a circle', 'R = [R]', 'script/not-json'],
    ['infinity', 'R is inf', 'script/not-json'],
    ['no number', 'R is nan', 'script/not-json'],
    ['no solution', 'R = 1, fail', 'script/raised'],
    ['an unknown predicate', 'nowhere(R)', 'script/raised'],
    ['endless recursion', 'length(R, 1), deep(0, _)', 'script/out-of-stack'],
    ['128 MB', 'functor(R, t, 16000000)', 'script/out-of-memory'],
  ])('that returns %s fails with a code for it, and the next call works', (_, body, code) => {
    load(`make_move(A, A, A).\ndeep(N, R) :- M is N + 1, deep(M, S), R is S + 1.\nmake_move(_, R) :- ${body}.`);
    expect(call()).toMatchObject({ ok: false, error: { code, fatal: false } });
    expect(value(call([7, 7]))).toBe('7');
  });

  test('may use any characters in its error message', () => {
    expect(ask("throw('größe \\x1\\ 😀'), R = 1")).toMatchObject({
      error: { message: expect.stringContaining('größe'), code: 'script/raised' },
    });
    expect(ask("throw('größe \\x1\\ 😀'), R = 1")).toMatchObject({ error: { message: expect.stringContaining('😀') } });
  });

  test('has its output cut to a limit, also before it fails', () => {
    expect(ask('writeln(here), R = 1, fail')).toMatchObject({ ok: false, printed: 'here\n' });
    expect(ask('forall(between(1, 20000, X), writeln(X)), R = 1').printed.length).toBe(10_000);
  });

  test('draws the same numbers for the same seed, does not know the time, and keeps no state', () => {
    load(
      ':- dynamic n/1.\nn(0).\nmake_move(_, [T, X, N]) :- get_time(T), random(X), retract(n(M)), N is M + 1, assertz(n(N)), \\+ nb_current(b, _), nb_setval(b, 1).\n',
    );
    const [one, again, other] = [1, 1, 2].map((seed) => value(call([0], seed)));
    expect(again).toBe(one);
    expect(other).not.toBe(one);
    expect(JSON.parse(other!)).toEqual([expect.any(Number), expect.any(Number), 1]);
  });
});

test('a script cannot tell when its interpreter was started', () => {
  const goal =
    "statistics(epoch, E), statistics(cputime, C), source_file_property('/chessmith.pl', modified(M)), R = [E, C, M]";
  const [epoch, used, modified] = JSON.parse(value(ask(goal))) as number[];
  expect([epoch, modified]).toEqual([946_684_800, 946_684_800]);
  expect(Math.abs(used!)).toBeLessThan(1);
});

describe.each([
  ['JavaScript by an expression', 'wasm:(R := eval("1 + 1"))'],
  ['JavaScript by a script', 'wasm:js_script("globalThis.touched = 1", []), R = 1'],
  ['JavaScript by its name', 'wasm:js_run_script("globalThis.touched = 1"), R = 1'],
  ['a file to read', "open('/swipl/library/INDEX.pl', read, _), R = 1"],
  ['a file to write', "open('/mine', write, S), close(S), R = 1"],
  ['a folder', "directory_files('/', R)"],
  ['a question about a file', "exists_directory('/swipl'), R = 1"],
  ['a library in a file', "load_files('/swipl/library/date', []), R = 1"],
])('%s', (_, goal) => {
  test('is out of reach', () => {
    delete page.touched;
    expect(ask(goal)).toMatchObject({ ok: false, error: { code: expect.stringMatching(/forbidden|raised/) } });
    expect(page.touched).toBeUndefined();
    expect(value(ask('R = 1'))).toBe('1');
  });
  test('is available without restrictions', () => {
    expect(ask(goal, 0, unrestricted)).toMatchObject({ ok: true });
  });
});

test('before it is set up, Prolog pretends to have a shell', () => {
  expect(() => bare.prove("shell('exit 3', 0)")).not.toThrow();
});

test.each([
  ['a shell', "shell('exit 3', 3), R = 1"],
  ['a shell that pretends', "shell('exit 3', R)"],
  ['a command', 'shell(ls), R = 1'],
  ['a foreign library', 'use_foreign_library(foreign(x)), R = 1'],
  ['the end of all work', 'abort, R = 1'],
  ['a conversation', 'break, R = 1'],
  ['another conversation', 'prolog, R = 1'],
])('%s is refused, and not by pretending', (_, goal) => {
  expect(ask(goal)).toMatchObject({
    ok: false,
    error: { code: 'script/raised', message: expect.stringContaining('No permission to run goal') },
  });
});

test('a script that wants to be traced is not waited for', () => {
  expect(value(ask('trace, atom_length(abc, R)'))).toBe('3');
});

test('the environment is empty, and was not before', () => {
  const names = "member(N, ['HOME', 'PATH', 'USER', 'LANG', 'PWD']), getenv(N, R)";
  expect(ask(names)).toMatchObject({ ok: false });
  expect(() => bare.prove("getenv('HOME', _)")).not.toThrow();
});
