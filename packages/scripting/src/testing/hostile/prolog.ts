import type { HostileBodies } from './cases.js';

/** Tries a few ways, each a goal that binds `F`, and tells what it got hold of. */
const probe = (...ways: readonly string[]): string =>
  `( ( ${ways.map((way) => `catch((${way}), _, fail)`).join(' ; ')} ) -> format(string(R), "escaped: ~w", [F]) ; R = contained )`;

export const HOSTILE_PROLOG: HostileBodies = {
  'an endless loop': 'repeat, fail, R = 1',
  'a loop that catches everything': 'repeat, catch(loop, _, true), fail, R = 1.\nloop :- atom_length(_, _), loop',
  'a loop while cleaning up': 'setup_call_cleanup(true, R = 1, (repeat, fail))',
  'a generator that never ends': 'aggregate_all(count, between(1, inf, _), R)',
  'unbounded recursion': 'deep(0, R).\ndeep(N, R) :- M is N + 1, deep(M, S), R is S + 1',
  'a text of itself that recurs':
    'print(me(1)), R = 1.\n:- multifile user:portray/1.\nuser:portray(me(X)) :- Y is X + 1, print(me(Y))',
  'a huge join': 'length(L, 20000000), maplist(=(abcdefgh), L), atomic_list_concat(L, R)',
  'a long search again and again':
    'length(L, 100000), maplist(=(a), L), atomic_list_concat(L, A), repeat, sub_atom(A, _, _, 0, b), R = 1',
  'a sort with a looping comparison': 'predsort([_, _, _]>>(repeat, fail), [3, 2, 1], R)',
  'exploding big integers': 'big(3, R).\nbig(N, R) :- M is N ** 3, big(M, R)',
  'a string that doubles': 'double("ab", R).\ndouble(S, R) :- string_concat(S, S, T), double(T, R)',
  'many buffers of a megabyte': 'repeat, functor(T, t, 131072), assertz(kept(T)), fail, R = 1.\n:- dynamic kept/1',
  'one buffer of two gigabytes': 'functor(T, t, 268435455), arg(1, T, a), R = 1',
  'deeply nested data': 'nest(100000, [], R).\nnest(0, R, R) :- !.\nnest(N, X, R) :- M is N - 1, nest(M, [X], R)',
  'an answer of 50 MB': 'length(R, 5000000), maplist(=(abcdefgh), R)',
  'an answer in a circle': 'R = [R]',
  'a function as an answer': 'R = [X]>>writeln(X)',
  'an error with a huge message':
    'length(L, 20000), maplist(=(abcdefgh), L), atomic_list_concat(L, A), throw(A), R = 1',
  'an error whose message never ends':
    'throw(error(endless, _)), R = 1.\n:- multifile prolog:error_message//1.\nprolog:error_message(endless) --> { repeat, fail }',
  'reading /etc/passwd': probe(
    "read_file_to_string('/etc/passwd', F, [])",
    "open('/swipl/library/INDEX.pl', read, F)",
    "directory_files('/', F)",
    "exists_directory('/swipl'), F = swipl",
    "open('data/chessmith.sqlite', read, F)",
  ),
  'reading the environment': probe("getenv('HOME', F)", "getenv('PATH', F)", "open('/proc/self/environ', read, F)"),
  'the host language through constructors': probe(
    'wasm:(F := 1 + 1)',
    'wasm:js_script("globalThis.found = 1", []), F = script',
    "wasm:js_run_script('globalThis.found = 1'), F = run",
  ),
  'modules of the host': probe("open_shared_object('libc.so', F)", "load_files('/swipl/library/date', []), F = date"),
  'the network': probe('tcp_socket(F)', 'use_module(library(socket)), F = socket'),
  'threads and processes': probe(
    'thread_create(true, F)',
    "shell('exit 3', F)",
    'shell(ls), F = shell',
    'open(pipe(ls), read, F)',
  ),
  'ending the process': 'halt, R = 1',
};

/** A whole script around one body. */
export const prologAround = (body: string): string =>
  `starting_state(_{}).\nmake_move(A, B, [A, B]).\nmake_move(A, B, C, D, [A, B, C, D]).\nmake_move(_, R) :- ${body === '' ? 'R = 0' : body}.\n`;
