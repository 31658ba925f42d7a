import { javascriptAround } from './hostile/javascript.js';
import { prologAround } from './hostile/prolog.js';
import { pythonAround } from './hostile/python.js';
import type { LanguageSample } from './sandbox-contract.js';

const buffers = (count: number): string =>
  `const all = []; for (let i = 0; i < ${count}; i++) all.push(new Uint8Array(1e6)); return all.length;`;

export const JAVASCRIPT_SAMPLE: LanguageSample = {
  language: 'javascript',
  around: javascriptAround,
  counting: 'globalThis.calls = (globalThis.calls ?? 0) + 1; return calls;',
  random: 'return Array.from({ length: 40 }, () => Math.random());',
  recorded: [
    [0.3259658790193498, 0.7580980791244656],
    [0.39795562787912786, 0.0668422041926533],
  ],
  line: (n) => `function f${n}(a, b) { return (a + ${n}) * b; }`,
  failing: 'console.log("here"); throw new Error("trouble");',
  looping: 'for (;;);',
  hiding: 'return { a: { get b() { for (;;); } } };',
  heavy: { with80MB: buffers(80), with128MB: buffers(128) },
  misspelt: { source: 'function startingState() {\n  return {\n}', line: 3 },
};

export const PYTHON_SAMPLE: LanguageSample = {
  language: 'python',
  around: pythonAround,
  counting: 'import builtins\nbuiltins.calls = getattr(builtins, "calls", 0) + 1\nreturn builtins.calls',
  random: 'import random\nreturn [random.random() for _ in range(40)]',
  recorded: [
    [0.8444218515250481, 0.7579544029403025],
    [0.6229016948897019, 0.7417869892607294],
  ],
  line: (n) => `def f${n}(a, b): return (a + ${n}) * b`,
  failing: 'print("here")\nraise ValueError("trouble")',
  looping: 'while True: pass',
  hiding: 'class Endless(dict):\n    def items(self):\n        while True: pass\nreturn [Endless(a=1)]',
  // A list item takes four bytes.
  heavy: { with80MB: 'return len([0] * 1000 * 20_000)', with128MB: 'return len([0] * 1000 * 32_000)' },
  misspelt: { source: 'def get_starting_state():\n    return [\n', line: 2 },
};

export const PROLOG_SAMPLE: LanguageSample = {
  language: 'prolog',
  around: prologAround,
  counting: '(retract(calls(N)) -> true ; N = 0), R is N + 1, assertz(calls(R)).\n:- dynamic calls/1',
  random: 'findall(X, (between(1, 40, _), random(X)), R)',
  recorded: [
    [0.5488135024422883, 0.715189365168164],
    [0.2219931713899551, 0.8707323036695197],
  ],
  line: (n) => `rule_${n}(X, Y) :- X > ${n}, Y is X * ${n} + 1, member(Y, [1, 2, ${n}]).`,
  failing: 'writeln(here), throw(trouble), R = 1',
  looping: 'repeat, fail, R = 1',
  hiding:
    'R = [f(x)].\n:- multifile prolog:prolog_exception_hook/5.\n' +
    'prolog:prolog_exception_hook(not_json(_), _, _, _, _) :- repeat, fail',
  // A list item takes three cells of eight bytes.
  heavy: {
    with80MB: 'length(L, 3333333), L = [R|_], R = 1',
    with128MB: 'length(L, 5333333), L = [R|_], R = 1',
  },
  misspelt: { source: 'starting_state(_{}).\nmake_move(A, B, C, D, [A B]).\n', line: 2 },
};
