import { PROLOG_ESCAPES } from '../escapes/prolog.js';
import { exampleSource } from '../example.js';
import { PLAIN, PLAIN_BLACK, PROTOTYPES } from './answers.js';
import type { HostileBodies, HostileLanguage } from './cases.js';

/** A JSON value without special characters as the text of a term; the space separates a colon from a minus. */
function termOf(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(termOf).join(', ')}]`;
  return `_{${Object.entries(value).map(([key, item]) => `'${key}': ${termOf(item)}`)}}`;
}

/** The plain position with the `X` of a goal in one field. */
const spoilt = (goal: string, field: 'pieces' | 'possible_moves' | 'additional_data'): string =>
  `${goal}, R = ${termOf({ ...PLAIN, [field]: 'X' }).replace("'X'", 'X')}`;
const piece = (x: string): string => `[_{color: white, name: king, x: ${x}, y: 0}]`;

export const HOSTILE_PROLOG: HostileBodies = {
  'an endless loop': 'repeat, fail, R = 1',
  'a loop that catches everything': 'repeat, catch(loop, _, true), fail, R = 1.\nloop :- atom_length(_, _), loop',
  'a loop while cleaning up': 'setup_call_cleanup(true, R = 1, (repeat, fail))',
  'a generator that never ends': 'aggregate_all(count, between(1, inf, _), R)',
  'unbounded recursion': 'deep(0, R).\ndeep(N, R) :- M is N + 1, deep(M, S), R is S + 1',
  'a text of itself that recurs':
    'print(me(1)), R = 1.\n:- multifile user:portray/1.\nuser:portray(me(X)) :- Y is X + 1, print(me(Y))',
  'a getter that recurs':
    'put_attr(X, getter, 1), X = 1, R = 1.\ngetter:attr_unify_hook(V, _) :- put_attr(Y, getter, V), Y = V, V > 0',
  'a huge list': 'numlist(1, 100000000, R)',
  'a huge join': 'length(L, 20000000), maplist(=(abcdefgh), L), atomic_list_concat(L, R)',
  'a long search again and again':
    'length(L, 100000), maplist(=(a), L), atomic_list_concat(L, Hay), repeat, sub_atom(Hay, _, _, 0, b), R = 1',
  'a sort with a looping comparison': 'predsort([_, _, _]>>(repeat, fail), [3, 2, 1], R)',
  'exploding big integers': 'big(3, R).\nbig(N, R) :- M is N ** 3, big(M, R)',
  'a string that doubles': 'double("ab", R).\ndouble(S, R) :- string_concat(S, S, T), double(T, R)',
  'many buffers of a megabyte': `foldl([_, X, Y]>>atom_concat(X, X, Y), [${Array(20).fill(0)}], a, Long), between(1, inf, N), atom_concat(Long, N, B), assertz(kept(B)), fail, R = 1.\n:- dynamic kept/1`,
  'one buffer of two gigabytes': 'functor(T, t, 268435455), arg(1, T, a), R = 1',
  'deeply nested data': 'nest(100000, [], R).\nnest(0, R, R) :- !.\nnest(N, X, R) :- M is N - 1, nest(M, [X], R)',
  'an answer of 50 MB': 'length(R, 5000000), maplist(=(abcdefgh), R)',
  'an answer in a circle': 'R = [R]',
  'a function as an answer': 'R = [X]>>writeln(X)',
  'an error with a huge message':
    'length(L, 20000), maplist(=(abcdefgh), L), atomic_list_concat(L, Long), throw(Long), R = 1',
  'an error whose message never ends':
    'throw(error(endless, _)), R = 1.\n:- multifile prolog:error_message//1.\nprolog:error_message(endless) --> { repeat, fail }',
  'a hundred thousand pieces': spoilt(`length(X, 100000), ${piece('0')} = [P], maplist(=(P), X)`, 'pieces'),
  'a million moves': spoilt(
    `length(X, 1000000), M = ${termOf(PLAIN.possible_moves[0])}, maplist(=(M), X)`,
    'possible_moves',
  ),
  'no number in an answer': spoilt(`N is nan, X = ${piece('N')}`, 'pieces'),
  'infinity in an answer': spoilt(`N is inf, X = ${piece('N')}`, 'pieces'),
  'keys that are prototypes': spoilt(`X = ${termOf(JSON.parse(PROTOTYPES))}`, 'additional_data'),
  'state kept between calls':
    '( ( kept(_) ; nb_current(kept, _) ; current_flag(kept) ) -> R = escaped ; R = contained ), assertz(kept(1)), nb_setval(kept, 1), flag(kept, _, 1).\n:- dynamic kept/1',
  'built-in things changed for the next call':
    '( catch(atom_length(a, mine), _, fail) -> R = escaped ; R = contained ), catch(( redefine_system_predicate(system:atom_length(_, _)), assertz(system:atom_length(_, mine)) ), _, true)',
  'leaving by exit': 'halt, R = 1',
  'leaving by abort': 'abort, R = 1',
};

/** A whole script with one body. */
export const prologAround = (body: string): string =>
  `starting_state(_{}).\nmake_move(A, B, [A, B]).\nmake_move(A, B, C, D, [A, B, C, D]).\nmake_move(A, R) :- _ = A, ${body === '' ? 'R = 0' : body}.\n`;

/** A game that never ends by itself: the same two positions again and again, with `status` when white is to move. */
export const prologGame = (status: string): string =>
  `starting_state(${termOf(PLAIN)}).
make_move(_, _, white, _, ${termOf({ ...PLAIN, status })}).
make_move(_, _, black, _, ${termOf(PLAIN_BLACK)}).
`;

export const PROLOG_HOSTILITY: HostileLanguage = {
  language: 'prolog',
  bodies: HOSTILE_PROLOG,
  escapes: PROLOG_ESCAPES,
  answering: (answer) => `R = ${termOf(answer)}`,
  growing: spoilt('string_concat(A, A, X)', 'additional_data'),
  around: prologAround,
  game: prologGame,
  honest: exampleSource('breakthrough.pl'),
};
