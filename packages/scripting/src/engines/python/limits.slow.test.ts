import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, codeOf, pythonCaller, resultOf } from '../../testing/python/caller.js';
import { expectRollBack } from '../../testing/rolls-back.js';
import type { WasmMemory } from '../wasm/wasm.js';
import { startInterpreter } from './interpreter.js';
import { engineOf } from './python.js';

let python: Caller;
beforeAll(async () => {
  python = await pythonCaller();
});
const f: Caller['f'] = (...given) => python.f(...given);
const load: Caller['load'] = (source) => python.load(source);
const call: Caller['call'] = (...args) => python.call(...args);

describe('memory', () => {
  test.each(['bytearray(80_000_000)', '[0] * 20_000_000', '"x" * 80_000_000'])('is enough for %s', (big) => {
    expect(resultOf(f(`def f(): return len(${big})`))).toBeGreaterThan(0);
  });

  test.each([
    'bytearray(128_000_000)',
    '[0] * 32_000_000',
    'bytearray(2_000_000_000)',
    '[bytearray(1_000_000) for _ in range(1000)]',
    '[i for i in range(10**9)]',
    '",".join("x" * 1000 for _ in iter(int, 1))',
    '(lambda s: [s := s + s for _ in range(40)])("x")',
    '{i: str(i) for i in range(10**9)}',
  ])('is not enough for %s, and the next call works', (huge) => {
    load(`def f(honest): return 1 if honest else len(${huge})`);
    expect([call(false), call(true)]).toMatchObject([
      { error: { code: 'script/out-of-memory', fatal: false } },
      { value: '1' },
    ]);
  });

  test('of a script that catches the error stays bounded too', () => {
    const hoard =
      'def f():\n  kept = []\n  try:\n    while True: kept.append(bytearray(10**6))\n  except MemoryError:\n    return len(kept)';
    expect(resultOf(f(hoard))).toBeGreaterThan(80);
    expect(resultOf(call())).toBeLessThan(110);
  });
});

describe('depth', () => {
  const NEST = 'def nest(n):\n  a = []\n  for _ in range(n): a = [a]\n  return a\n';
  test.each([
    'def f(): return f()',
    'import sys\nsys.setrecursionlimit(10**5)\ndef f(): return f()',
    'class R:\n  def __repr__(self): return repr(self)\ndef f(): return repr(R())',
    'class R:\n  def __getattr__(self, n): return getattr(self, n)\ndef f(): return R().x',
    `${NEST}def f(): return nest(100_000)`,
    `${NEST}def f(): return repr(nest(100_000))`,
    `${NEST}def f(): return nest(100_000) == nest(100_000)`,
    'import json\ndef f(): return json.loads("[" * 100_000 + "]" * 100_000)',
    'def f():\n  it = iter([1])\n  for _ in range(100_000): it = map(abs, it)\n  return next(it)',
    'def f(): return eval("+".join(["1"] * 100_000))',
  ])('without end is refused, and the next call works: %s', (source) => {
    load(source);
    expect([call(), call()]).toMatchObject(Array(2).fill({ error: { code: 'script/out-of-stack', fatal: false } }));
    expect(resultOf(f('def f(): return 1'))).toBe(1);
  });

  test('of arguments without end is refused', () => {
    load('def f(a): return 1');
    expect(codeOf(python.engine().call('f', `[${'['.repeat(100_000)}${']'.repeat(100_000)}]`, 1))).toBe(
      'script/out-of-stack',
    );
  });

  test.each(['('.repeat(100_000), '-'.repeat(100_000), `x = ${'['.repeat(100_000)}`, `${'a.'.repeat(100_000)}b`])(
    'of a source without end is refused: %#',
    (source) => {
      expect(codeOf(python.engine().compile(source))).toMatch(/^script\/(?:syntax|out-of-stack)$/);
    },
  );

  test('of a thousand calls is fine', () => {
    expect(resultOf(f('def f(n=900): return n and f(n - 1) + 1'))).toBe(900);
  });
});

test('a megabyte of source is compiled and loaded', () => {
  const remark = `    # ${'a remark '.repeat(20)}\n`;
  const functions = Array.from({ length: 4_600 }, (_, i) => `def f${i}(a, b):\n${remark}    return (a + ${i}) * b\n`);
  const source = `${functions.join('')}\nf = f999`;
  expect(source.length).toBeGreaterThan(1_000_000);
  load(source);
  expect(resultOf(call(1, 2))).toBe(2000);
});

test('after any call, memory is byte for byte what it was after loading', () => {
  const image = python.image();
  const names = ['count', 'chance', 'grow', 'fall', 'hoard', 'fail', 'meddle', 'collect', 'count'];
  expectRollBack({
    open: () => engineOf(startInterpreter(image), image.entries),
    memoryOf: ({ memory }) => memory as WasmMemory,
    script: EVERYTHING,
    calls: names.map((name) => [name, []]),
  });
});

const EVERYTHING = `
import builtins, datetime, gc, json, os, random, sys, time
counts = {}
def count():
    for n in range(20_000): counts[str(n)] = [n]
    return len(counts)
def chance(): return [os.urandom(50_000).hex(), random.random(), time.gmtime(), str(datetime.datetime.now())]
def grow(): return len(bytearray(20_000_000))
def hoard(): return len([bytearray(1_000_000) for _ in range(500)])
def fall():
    nested = []
    for _ in range(100_000): nested = [nested]
    return repr(nested)
def fail(): raise ValueError('x' * 100_000)
def meddle():
    builtins.len = json.dumps = sys.modules['os'] = None
    sys.setrecursionlimit(50)
    sys.intern('a word that was not there before')
    class New: pass
    return [New.__name__, sum(range(10 ** 5))]
def collect():
    gc.unfreeze()
    return gc.collect()
`;
