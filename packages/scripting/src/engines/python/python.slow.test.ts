import { homedir } from 'node:os';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, codeOf, pythonCaller, resultOf } from '../../testing/python/caller.js';
import type { Seed } from '../chance.js';

let python: Caller;
beforeAll(async () => {
  python = await pythonCaller();
});
const f: Caller['f'] = (...given) => python.f(...given);
const load: Caller['load'] = (source) => python.load(source);
const call: Caller['call'] = (...args) => python.call(...args);

describe('a call', () => {
  test('takes and returns JSON', () => {
    const given = [{ x: 1, y: [null, true, 'é ♞ 😀'] }, 2.5, 'black'];
    expect(resultOf(f('def f(*given): return given', ...given))).toEqual(given);
  });

  test('keeps numbers that JavaScript would round', () => {
    load('def f(n): return n + 1');
    expect(python.engine().call('f', '[9007199254740993]', 1)).toMatchObject({ value: '9007199254740994' });
  });

  test('can use the library, in the script and inside its functions', () => {
    const source = `
from dataclasses import dataclass
from enum import Enum
import re, collections, statistics
class Side(Enum):
    WHITE = 'white'
@dataclass(frozen=True)
class Square:
    x: int
    y: int
def f():
    import fractions, decimal, datetime
    day = datetime.datetime(2024, 2, 29, tzinfo=datetime.timezone.utc).timetuple().tm_yday
    return [Square(1, 2).y, Side('white').name, re.sub('a', 'b', 'aa'), day, str(fractions.Fraction(2, 4))]`;
    expect(resultOf(f(source))).toEqual([2, 'WHITE', 'bb', 60, '1/2']);
  });

  test('leaves nothing behind but its answer', () => {
    load(`
import builtins, json, random, sys
moves = []
def f():
    moves.append(1)
    seen = [len(moves), hasattr(builtins, 'mark'), hasattr(json, 'mark'), 'mark' in sys.modules, len(list(filter(None, memory)))]
    builtins.mark = json.mark = sys.modules['mark'] = 1
    for i in range(len(memory)): memory[i] = 1
    f.__code__ = (lambda: 'changed').__code__
    return seen
memory = bytearray(100_000)`);
    expect([call(), call(), call()].map(resultOf)).toEqual(Array(3).fill([1, false, false, false, 0]));
  });

  test('of a script does not see what another script left', () => {
    load('import builtins\nbuiltins.mark = 1\ndef f(): return 1');
    expect(resultOf(f('import builtins\ndef f(): return hasattr(builtins, "mark")'))).toBe(false);
  });

  test('starts with the globals that the script made when it was loaded', () => {
    load('table = {n: n * n for n in range(1000)}\nprint("loading")\ndef f(n): return table[n]');
    expect([call(3), call(999)]).toMatchObject([
      { value: '9', printed: '' },
      { value: '998001', printed: '' },
    ]);
  });

  test.each<[Seed, Seed]>([
    [1, 2],
    ['ab'.repeat(32), 'ba'.repeat(32)],
  ])('derives chance and clock from its seed alone', (seed, other) => {
    load(`
import os, random, time, uuid, datetime
def f():
    own = random.Random()
    order = list({'a', 'b', 'c', 'd', 'e'})
    return [random.random(), own.random(), os.urandom(8).hex(), str(uuid.uuid4()), time.time(),
            time.perf_counter(), str(datetime.datetime.now()), order]`);
    const first = python.engine().call('f', '[]', seed);
    expect(python.engine().call('f', '[]', seed)).toEqual(first);
    const [one, two] = [first, python.engine().call('f', '[]', other)].map(resultOf);
    expect(one.slice(0, 7).filter((value: unknown, i: number) => value === two[i])).toEqual([]);
    expect(one[7]).toEqual(two[7]);
  });

  test('gives the same answer in every engine', async () => {
    load('import random\ndef f(): return [random.random(), hash("pawn"), list({"a", "b", "c"})]');
    const here = call();
    await python.replace();
    load('import random\ndef f(): return [random.random(), hash("pawn"), list({"a", "b", "c"})]');
    expect(call()).toEqual(here);
  });

  test('never waits', () => {
    expect(
      resultOf(
        f('import time\ndef f():\n  time.sleep(1e9)\n  t = time.time()\n  while time.time() < t + 1: pass\n  return 1'),
      ),
    ).toBe(1);
  });

  test('of a missing function says so', () => {
    load('f = 3\ndef make_move(): pass');
    expect([codeOf(call()), codeOf(python.engine().call('g', '[]', 1))]).toEqual(Array(2).fill('script/no-function'));
  });
});

test('loading returns the functions of a script', () => {
  const program = python
    .engine()
    .compile('import math\nK = 3\ndef get_starting_state(): pass\ndef make_move(a, b, c, d): pass\ndef _own(): pass');
  expect(program.ok && python.engine().load(program.value)).toEqual({
    ...{ ok: true, printed: '' },
    value: ['get_starting_state', 'make_move'],
  });
});

test('a script that fails while loading reports the line, and the engine stays usable', () => {
  const program = python.engine().compile('x = 1\nprint("so far")\n1 / 0');
  expect(program.ok && python.engine().load(program.value)).toEqual({
    ok: false,
    printed: 'so far\n',
    error: {
      ...{ code: 'script/raised', message: 'ZeroDivisionError: division by zero', line: 3 },
      facts: { detail: 'ZeroDivisionError: division by zero' },
      ...{ traceback: '  rules.py, line 3, in <module>', fatal: false },
    },
  });
  expect(resultOf(f('def f(): return 1'))).toBe(1);
});

describe('the error report', () => {
  test.each([
    ['def f(:\n  pass', 1, 7],
    ['x = 1\nif x\n  y', 2, 5],
    ['x = 1\n  y = 2', 2, 2],
    ['def f():\n  return (1,\n', 2, 10],
    ['s = "é', 1, 5],
    ['a\0b', undefined, undefined],
    ['return 1', 1, 1],
  ])('has the place of a syntax error in %j', (source, line, column) => {
    const { error } = python.engine().compile(source) as { error: { code: string; line?: number; column?: number } };
    expect([error.code, error.line]).toEqual(['script/syntax', line]);
    if (column !== undefined) expect(error.column).toBe(column);
  });

  test('has the line, the frames of the script and what was printed', () => {
    const outcome = f('import json\ndef g(x):\n  print("here", x)\n  json.loads("{")\ndef f():\n  g(7)');
    expect(outcome).toMatchObject({ printed: 'here 7\n', error: { code: 'script/raised', line: 4, fatal: false } });
    expect(resultOf(outcome).traceback).toBe('  rules.py, line 6, in f\n  rules.py, line 4, in g');
    expect(resultOf(outcome).message).toMatch(/^JSONDecodeError: Expecting property name/);
  });

  test('has at most 500 characters of a message, and 10,000 of what was printed', () => {
    const outcome = f('def f():\n  for i in range(10**5): print("x" * 100)\n  raise ValueError("y" * 10**6)');
    expect(resultOf(outcome).message).toHaveLength(500);
    expect(outcome.printed).toHaveLength(10_000);
  });

  test('has the name of an exception whose text cannot be computed', () => {
    const source = 'class E(Exception):\n  def __str__(self): raise self\ndef f(): raise E()';
    expect(resultOf(f(source))).toMatchObject({ code: 'script/raised', message: 'E' });
  });

  test.each(['SystemExit(3)', 'KeyboardInterrupt()', 'GeneratorExit()', 'BaseException("b")', 'StopIteration()'])(
    'says that %s ended the call',
    (raised) => {
      expect(codeOf(f(`def f(): raise ${raised}`))).toBe('script/raised');
    },
  );
});

describe('an answer', () => {
  test.each([
    'float("nan")',
    '[float("inf")]',
    'set()',
    'lambda: 1',
    'b"x"',
    '{(1, 2): 3}',
    'object()',
    '10 ** 5000',
    '1j',
  ])('that is %s is not JSON', (answer) => {
    expect(codeOf(f(`def f(): return ${answer}`))).toBe('script/not-json');
  });

  test('that contains itself is not JSON', () => {
    expect(codeOf(f('def f():\n  a = {}\n  a["a"] = a\n  return a'))).toBe('script/not-json');
  });

  test.each(['"x" * 20_000_000', '[{"from_x": 1}] * 1_000_000', '"♞" * 400_000'])('%s is too large', (answer) => {
    expect(codeOf(f(`def f(): return ${answer}`))).toBe('script/too-large');
  });
});

test('the memory image contains nothing of the host it was made on', () => {
  const memory = Buffer.from(python.image().memory);
  const secrets = [process.cwd(), homedir(), process.execPath, process.env.PATH].filter(
    (text) => (text ?? '').length > 6,
  );
  expect(secrets.filter((text) => memory.includes(text!))).toEqual([]);
});

test('a crashed engine stays unusable until it is replaced', async () => {
  const outcome = f('import os\ndef f(): os.abort()');
  expect(outcome).toMatchObject({ error: { code: 'script/engine-died', fatal: true } });
  expect(call()).toEqual(outcome);
  await python.replace();
  expect(resultOf(f('def f(): return 1'))).toBe(1);
});
