import type { HostileBodies } from './cases.js';

/** Tries a few ways, each a statement that binds `found`, and tells what it got hold of. */
const probe = (...ways: readonly string[]): string =>
  [
    ...ways.flatMap((way) => [
      'found = None',
      'try:',
      ...way.split('\n').map((line) => `    ${line}`),
      'except BaseException:',
      '    pass',
      'if found: return "escaped: " + str(found)[:40]',
    ]),
    'return "contained"',
  ].join('\n');

export const HOSTILE_PYTHON: HostileBodies = {
  'an endless loop': 'while True: pass',
  'a loop that catches everything':
    'while True:\n    try:\n        while True: {}["x"]\n    except BaseException: continue',
  'a loop while cleaning up': 'try: raise ValueError()\nfinally:\n    while True: pass',
  'a generator that never ends': 'def g():\n    while True: yield 1\nreturn sum(g())',
  'unbounded recursion': 'def f(n): return f(n + 1) + 1\nreturn f(0)',
  'a text of itself that recurs': 'class A:\n    def __repr__(self): return repr(self)\nreturn repr(A())',
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
  'reading /etc/passwd': probe(
    'found = open("/etc/passwd").read()',
    'import os\nfound = os.listdir("/")',
    'import io\nfound = io.FileIO("/etc/passwd").read()',
    'found = open("data/chessmith.sqlite", "rb").read()',
  ),
  'reading the environment': probe('import os\nfound = dict(os.environ)', 'found = open("/proc/self/environ").read()'),
  'the host language through constructors': probe(
    'import js\nfound = js.process',
    'from pyodide.code import run_js\nfound = run_js("process")',
    'import pyodide_js\nfound = pyodide_js',
    'import _pyodide_core\nfound = _pyodide_core',
    'import gc\nfound = [o for o in gc.get_objects() if "JsProxy" in type(o).__name__]',
    'found = [c for c in ().__class__.__mro__[1].__subclasses__() if c.__name__ == "JsProxy" and c.new]',
  ),
  'modules of the host': probe(
    'import ctypes\nfound = ctypes.CDLL(None).getpid()',
    'import mmap\nfound = mmap.mmap(-1, 10).read()',
  ),
  'the network': probe(
    'import socket\ns = socket.create_connection(("127.0.0.1", 80), 1)\nfound = s',
    'import urllib.request\nfound = urllib.request.urlopen("http://127.0.0.1/").read()',
  ),
  'threads and processes': probe(
    'import threading\nt = threading.Thread(target=print)\nt.start()\nfound = t',
    'import os\nfound = os.fork()',
    'import subprocess\nfound = subprocess.run(["id"])',
  ),
  'ending the process': 'import os\nos._exit(1)',
};

const indented = (body: string): string =>
  body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');

/** A whole script around one body. */
export const pythonAround = (body: string): string =>
  `def get_starting_state():\n    return {}\n\ndef make_move(*args):\n    if len(args) > 1: return list(args)\n${indented(body === '' ? 'pass' : body)}\n`;
