import { beforeAll, describe, expect, test } from 'vitest';
import type { Seed } from '../chance.js';
import type { Engine, Outcome } from '../engine.js';
import { javascript } from './javascript.js';
import { ALL_RESTRICTIONS, FIXED_NOW, type Restrictions } from './restricted-variant.js';

const open = async (restrictions: Partial<Restrictions> = {}): Promise<Engine> => {
  const shared = await javascript.prepare();
  return javascript.open({ ...shared, restrictions: { ...ALL_RESTRICTIONS, ...restrictions } });
};

let engine: Engine;
beforeAll(async () => {
  engine = await open();
});

function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  return outcome.value;
}
const load = (source: string, on = engine) => value(on.load(value(on.compile(source))));
const call = (args: unknown[] = [], seed: Seed = 1, on = engine) => on.call('makeMove', JSON.stringify(args), seed);
/** The answer of a function with this body. */
function ask(body: string, args: unknown[] = [], on = engine): unknown {
  load(`function makeMove(...args) { ${body} }`, on);
  return JSON.parse(value(call(args, 1, on)));
}

describe('a script in JavaScript', () => {
  test('takes and returns JSON', () => {
    expect(ask('return { sum: args[0] + args[1], nested: [args[2]] }', [1, 2, { a: 'ü\u0000"' }])).toEqual({
      sum: 3,
      nested: [{ a: 'ü\u0000"' }],
    });
  });

  test.each([
    ['functions', 'function startingState() {} function makeMove() {}'],
    ['constants', 'const startingState = () => ({}); const makeMove = () => ({});'],
    ['exports', 'export function startingState() {}\nexport const makeMove = () => ({});'],
    [
      'TypeScript',
      'type A = { a: number };\nexport function startingState(): A { return { a: 1 } as A }\nconst makeMove = <T,>(x: T): T => x;\nexport { makeMove }',
    ],
  ])('may have its two functions as %s', (_, source) => {
    expect(load(source)).toEqual(['startingState', 'makeMove']);
  });

  test('keeps its line numbers', () => {
    const source = 'interface A {\n  a: number\n}\nfunction makeMove(x: A) {\n  throw new Error("no" + x.a);\n}';
    load(source);
    expect(call([{ a: 7 }])).toMatchObject({
      ok: false,
      error: {
        code: 'script/raised',
        message: 'Error: no7',
        line: 5,
        traceback: expect.stringMatching(/^at makeMove \(script\.js:5:\d+\)$/),
      },
    });
  });

  test.each([
    ['let x: = 1;', 1],
    ['\n\nlet x = ;', 3],
    ['\nfunction f() {\n', 3],
    ['export const a = 1;\nawait = 3 3;', 2],
  ])('with a syntax error is refused at its line: %s', (source, line) => {
    expect(engine.compile(source)).toMatchObject({
      ok: false,
      error: { code: 'script/syntax', line, column: expect.any(Number), fatal: false },
    });
  });

  test.each([['('], ['[']])('with 100,000 levels of %s is refused, and the next one runs', async (bracket) => {
    const own = await open();
    expect(own.compile(bracket.repeat(100_000))).toMatchObject({
      ok: false,
      error: { code: expect.stringMatching(/script\/(?:syntax|out-of-stack)/) },
    });
    expect(ask('return 1')).toBe(1);
  });

  test('that imports is refused with a message', () => {
    expect(engine.compile('import fs from "fs";\nexport function makeMove() {}')).toMatchObject({
      ok: false,
      error: { code: 'script/syntax', message: "A script is one file; it cannot import 'fs'." },
    });
  });

  test('that imports while it runs gets nothing', () => {
    load(
      'globalThis.got = 0; function makeMove() { import("fs").then((fs) => { got = fs; }, () => {}); return String(got) }',
    );
    expect(value(call())).toBe('"0"');
  });

  test('has its output cut to a limit, also before it fails', () => {
    load('function makeMove(x) { console.log("here", { x }); if (x) throw 1; console.log("y".repeat(1e6)); return 0 }');
    expect(call([1])).toMatchObject({
      ok: false,
      printed: 'here {"x":1}\n',
      error: { message: expect.stringContaining('threw 1;') },
    });
    expect(call([0]).printed.length).toBe(10_000);
  });

  test.each([
    ['nothing', 'return', 'script/not-json'],
    ['a function', 'return () => 1', 'script/not-json'],
    ['a circle', 'const a = []; a.push(a); return a', 'script/not-json'],
    ['a big integer', 'return 1n', 'script/not-json'],
    ['a promise', 'return Promise.resolve(1)', 'script/not-json'],
    ['a string thrown', 'throw "out"', 'script/raised'],
    ['a looping getter', 'return { get a() { return this.a } }', 'script/out-of-stack'],
    ['endless recursion', 'return makeMove(0)', 'script/out-of-stack'],
    [
      '128 MB',
      'const a = []; for (let i = 0; i < 128; i++) a.push(new Uint8Array(1e6).fill(1)); return a.length',
      'script/out-of-memory',
    ],
    ['one buffer of 2 GB', 'return new ArrayBuffer(2e9).byteLength', 'script/out-of-memory'],
    ['a string that doubles', 'let s = "ab"; for (;;) s += s', 'script/out-of-memory'],
  ])('that returns %s fails with a code for it, and the next call works', (_, body, code) => {
    load(`function makeMove(...args) { if (args.length === 0) return 1; ${body} }`);
    expect(call([0])).toMatchObject({ ok: false, error: { code, fatal: false } });
    expect(value(call())).toBe('1');
  });

  test('may use 80 MB', () => {
    expect(ask('const a = []; for (let i = 0; i < 80; i++) a.push(new Uint8Array(1e6).fill(1)); return a.length')).toBe(
      80,
    );
    expect(engine.memoryBytes!()).toBeGreaterThan(80e6);
  });

  test('draws the same numbers for the same seed, and others for another', () => {
    load('const early = Math.random(); function makeMove() { return [early, Math.random(), Math.random()] }');
    const [one, again, other] = [1, 1, 2].map((seed) => JSON.parse(value(call([], seed))) as number[]);
    expect(again).toEqual(one);
    expect(other![0]).toBe(one![0]);
    expect(other![1]).not.toBe(one![1]);
    expect(new Set(one).size).toBe(3);
  });

  test('draws the published keystream of ChaCha8', () => {
    load('function makeMove() { return [...Array(17)].map(() => Math.random() * 2 ** 32) }');
    const words = JSON.parse(value(call([], '0'.repeat(64)))) as number[];
    // The published keystream of an all-zero key begins 3e00ef2f 895f40d6 7f5bb8e8 1f09a5a1.
    expect(words.slice(0, 4)).toEqual([0x2fef003e, 0xd6405f89, 0xe8b85b7f, 0xa1a5091f]);
  });

  test('cannot tell one call from another', () => {
    load(
      'let calls = 0; function makeMove() { Array.prototype.push = null; globalThis.mark = (globalThis.mark ?? 0) + 1; return [++calls, mark, typeof [].push] }',
    );
    for (let i = 0; i < 3; i++) expect(JSON.parse(value(call()))).toEqual([1, 1, 'object']);
    load('function makeMove() { return [typeof mark, typeof calls, typeof [].push] }');
    expect(JSON.parse(value(call()))).toEqual(['undefined', 'undefined', 'function']);
  });

  test('that was accepted by an older, less strict check is written as JSON writes it', () => {
    expect(ask('return { a: [NaN, undefined], b: () => 1, c: new Date(0), d: /a/, e: new Uint8Array(1) }')).toEqual({
      a: [null, null],
      c: '1970-01-01T00:00:00.000Z',
      d: {},
      e: { 0: 0 },
    });
  });

  test('does not know what time it is', () => {
    expect(ask('return [Date.now(), new Date().toISOString()]')).toEqual([FIXED_NOW, '2000-01-01T00:00:00.000Z']);
  });
});

describe('without one of its restrictions', () => {
  test('the clock is real', async () => {
    expect(ask('return Date.now()', [], await open({ hasFixedClock: false }))).toBeGreaterThan(FIXED_NOW);
  });
  test('the memory is large', async () => {
    const body = 'const a = []; for (let i = 0; i < 128; i++) a.push(new Uint8Array(1e6).fill(1)); return a.length';
    expect(ask(body, [], await open({ maximumPages: 32_768 }))).toBe(128);
  });
  test('a call sees what the previous one left', async () => {
    const own = await open({ rollsBack: false });
    load('let calls = 0; function makeMove() { return ++calls }', own);
    expect([1, 2].map(() => value(call([], 1, own)))).toEqual(['1', '2']);
  });
});
