import { beforeAll, describe, expect, test } from 'vitest';
import { expectRollBack } from '../../testing/rolls-back.js';
import type { Engine, Outcome } from '../engine.js';
import { type PrologImage, prepareProlog } from './image.js';
import { apiOf, instantiate } from './instance.js';
import { engineOf, prolog } from './prolog.js';

let image: PrologImage;
let engine: Engine;
beforeAll(async () => {
  image = await prepareProlog();
  engine = await prolog.open(image);
});

function load(source: string): void {
  const program = engine.compile(source);
  const loaded = program.ok ? engine.load(program.value) : program;
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
}
const call = (...args: unknown[]): Outcome<string> => engine.call('make_move', JSON.stringify(args), 1);
const codeOf = (outcome: Outcome<string>): string => (outcome.ok ? 'ok' : outcome.error.code);

/** Ways to hold N megabytes. A cell has 8 bytes, a list item three cells; `megabyte` is a text of 1,000,000 letters. */
const HOARDS: { readonly [name: string]: string } = {
  'a list': 'Last is N * 1000000 // 24, numlist(1, Last, Kept)',
  'one compound': 'Arity is N * 125000, functor(Kept, t, Arity)',
  strings: 'megabyte(M), numlist(1, N, Numbers), maplist(string_concat(M), Numbers, Kept)',
  atoms: 'megabyte(M), numlist(1, N, Numbers), maplist(atom_concat(M), Numbers, Kept)',
  'asserted facts': 'megabyte(M), forall(between(1, N, I), assertz(fact(I, M))), Kept = 0',
  'global variables':
    'megabyte(M), forall(between(1, N, I), (string_concat(M, I, S), atom_number(Key, I), nb_setval(Key, S))), Kept = 0',
  'a list and facts':
    'Half is N // 2, Last is Half * 1000000 // 24, numlist(1, Last, Kept), megabyte(M), forall(between(1, Half, I), assertz(fact(I, M)))',
};

const around = (body: string): string => `
:- dynamic fact/2.
megabyte(M) :- length(Xs, 1000), maplist(=(0'x), Xs), string_codes(K, Xs), length(L, 1000), maplist(=(K), L), atomic_list_concat(L, A), atom_string(A, M).
keep(_).
make_move(N, answered) :- ${body}, garbage_collect, keep(Kept).
`;

describe.each(Object.entries(HOARDS))('%s', (_, body) => {
  test('may take 80 MB, not 128 MB, and the next call works', () => {
    load(around(body));
    expect([80, 128, 2].map((megabytes) => codeOf(call(megabytes)))).toEqual(['ok', 'script/out-of-memory', 'ok']);
  });
});

test('a script cannot allow itself more', () => {
  load(around(`set_prolog_flag(stack_limit, 2000000000), ${HOARDS['a list']}`));
  expect([80, 128, 2].map((megabytes) => codeOf(call(megabytes)))).toEqual(['ok', 'script/out-of-memory', 'ok']);
});

test('after any call, memory is byte for byte what it was after loading', () => {
  const calls = ['count', 'chance', 'grow', 'hoard', 'fall', 'fail', 'meddle', 'count'];
  expectRollBack({
    open: () => engineOf(image, () => instantiate(image)),
    memoryOf: (exports) => apiOf(exports).memory,
    script: EVERYTHING,
    calls: calls.map((job) => ['make_move', [job]]),
  });
});

const EVERYTHING = `
:- dynamic n/2.
n(0, zero).
make_move(count, N) :- forall(between(1, 20000, I), (atom_concat(key_, I, K), assertz(n(I, K)))), aggregate_all(count, n(_, _), N).
make_move(chance, [X, T]) :- random(X), get_time(T), writeln(X).
make_move(grow, 1) :- numlist(1, 500000, L), sum_list(L, _), garbage_collect.
make_move(hoard, 1) :- numlist(1, 9000000, L), sum_list(L, _).
make_move(fall, N) :- fall(N).
make_move(fail, _) :- throw(no).
make_move(meddle, 1) :- op(700, xfx, new), nb_setval(a, b), set_prolog_flag(double_quotes, atom), retractall(n(_, _)), garbage_collect_atoms.
fall(N) :- fall(M), N is M + 1.
`;
