import { PYTHON_ESCAPES } from '../escapes/python.js';
import { exampleSource } from '../example.js';
import { PLAIN, PLAIN_BLACK, PROTOTYPES } from './answers.js';
import type { HostileBodies, HostileLanguage } from './cases.js';

/** Returns the plain position `s` after a change. */
const spoilt = (how: string): string => `s = ${JSON.stringify(PLAIN)}
${how}
return s`;

export const HOSTILE_PYTHON: HostileBodies = {
  'an endless loop': 'while True: pass',
  'a loop that catches everything':
    'while True:\n    try:\n        while True: {}["x"]\n    except BaseException: continue',
  'a loop while cleaning up': 'try: raise ValueError()\nfinally:\n    while True: pass',
  'a generator that never ends': 'def g():\n    while True: yield 1\nreturn sum(g())',
  'unbounded recursion': 'def f(n): return f(n + 1) + 1\nreturn f(0)',
  'a text of itself that recurs': 'class A:\n    def __repr__(self): return repr(self)\nreturn repr(A())',
  'a getter that recurs': 'class A:\n    @property\n    def a(self): return self.a\nreturn A().a',
  'a huge list': 'return [i for i in range(10**9)]',
  'a huge join': 'return ",".join(["abcdefgh"] * 2**27)',
  'a long search again and again': 's = "a" * 1000000\nn = 0\nwhile True: n += s.find("a" * 500000 + "b")',
  'a catastrophic regular expression': 'import re\nreturn bool(re.match("^(a+)+$", "a" * 40 + "b"))',
  'a sort with a looping comparison': 'def key(x):\n    while True: pass\nreturn sorted([3, 2, 1], key=key)',
  'exploding big integers': 'n = 3\nwhile True: n = n ** 3',
  'a string that doubles': 'all = []\ns = "ab"\nwhile True:\n    s += s\n    all.append("-".join(s))',
  'many buffers of a megabyte': 'all = []\nwhile True: all.append(bytearray(1048576))',
  'one buffer of two gigabytes': 'return len(bytearray(2**31))',
  'deeply nested data': 'o = []\nfor i in range(100000): o = [o]\nreturn o',
  'an answer of 50 MB': 'return ["x" * 50000000]',
  'an answer in a circle': 'a = {}\na["a"] = a\nreturn a',
  'a function as an answer': 'return lambda: 1',
  'an error with a huge message': 'raise ValueError("x" * 2000000)',
  'an error whose message never ends':
    'class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E()',
  'a hundred thousand pieces': spoilt('s["pieces"] *= 50000'),
  'a million moves': spoilt('s["possible_moves"] *= 10**6'),
  'no number in an answer': spoilt('s["pieces"][0]["x"] = float("nan")'),
  'infinity in an answer': spoilt('s["pieces"][0]["x"] = float("inf")'),
  'keys that are prototypes': spoilt(`s["additional_data"] = ${PROTOTYPES}`),
  'state kept between calls': 'import sys\nwas = getattr(sys, "kept", None)\nsys.kept = 1\nreturn was or "contained"',
  'built-in things changed for the next call':
    'import builtins, json\nwas = hasattr(builtins, "mine")\nbuiltins.mine = 1\nbuiltins.len = builtins.isinstance = builtins.str = builtins.list = builtins.type = builtins.BaseException = json.dumps = json.loads = None\nreturn "escaped" if was else "contained"',
  'leaving by exit': 'import os\nos._exit(1)',
  'leaving by abort': 'import os\nos.abort()',
  'leaving by a signal': 'import os\nos.kill(os.getpid(), 9)\n__import__("_signal").raise_signal(6)',
};

const indented = (body: string): string =>
  body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');

/** A whole script with one body. */
export const pythonAround = (body: string): string =>
  `def get_starting_state():\n    return {}\n\ndef make_move(*args):\n    if len(args) > 1: return list(args)\n${indented(body === '' ? 'pass' : body)}\n`;

/** A game that never ends by itself: the same two positions again and again, with `status` when white is to move. */
export const pythonGame = (status: string): string =>
  `WHITE, BLACK = ${JSON.stringify(PLAIN)}, ${JSON.stringify(PLAIN_BLACK)}
def get_starting_state(): return WHITE
def make_move(pieces, move, next_turn, additional_data):
    return {**WHITE, "status": "${status}"} if next_turn == "white" else BLACK
`;

export const PYTHON_HOSTILITY: HostileLanguage = {
  language: 'python',
  bodies: HOSTILE_PYTHON,
  escapes: PYTHON_ESCAPES,
  answering: (answer) => `return ${JSON.stringify(answer)}`,
  growing: spoilt('s["additional_data"] = args[0] * 2'),
  around: pythonAround,
  game: pythonGame,
  honest: exampleSource('breakthrough.py'),
};
