import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { err, ok } from '../result.js';
import * as json from './index.js';

const refused = (code: json.JsonProblemCode, ...path: (string | number)[]) =>
  err(expect.objectContaining({ code, path }));

const seat = json.literal('white', 'black');
const request = json.object({
  ruleset: json.string({ minLength: 1, maxLength: 40 }),
  moves: json.array(json.string({ pattern: /^[a-h][1-8][a-h][1-8]$/, expected: 'a move like e2e4' }), { maxLength: 3 }),
  seed: json.optional(json.integer({ min: 0, max: 100 })),
  free: json.withDefault(json.boolean(), false),
  seats: json.optional(json.record(seat)),
});

test('a request is read into the type its reader describes', () => {
  expect(json.readJson(request, { ruleset: 'standard', moves: ['e2e4'], seed: 7, seats: { ada: 'white' } })).toEqual(
    ok({ ruleset: 'standard', moves: ['e2e4'], seed: 7, free: false, seats: { ada: 'white' } }),
  );
  expectTypeOf<json.JsonValueOf<typeof request>>().toEqualTypeOf<{
    readonly ruleset: string;
    readonly moves: readonly string[];
    readonly seed?: number;
    readonly free: boolean;
    readonly seats?: { readonly [name: string]: 'white' | 'black' };
  }>();
});

test.each<[string, unknown, json.JsonProblemCode, (string | number)[]]>([
  ['a list', [], 'json/wrong-type', []],
  ['null', null, 'json/wrong-type', []],
  ['an object without a field', { moves: [] }, 'json/missing-field', ['ruleset']],
  ['a misspelled field', { ruleset: 'x', moves: [], sed: 1 }, 'json/unknown-field', ['sed']],
  ['an inherited name', { ruleset: 'x', moves: [], toString: 1 }, 'json/unknown-field', ['toString']],
  ['__proto__', JSON.parse('{"ruleset":"x","moves":[],"__proto__":{}}'), 'json/unknown-field', ['__proto__']],
  ['a number for a string', { ruleset: 7, moves: [] }, 'json/wrong-type', ['ruleset']],
  ['an empty string', { ruleset: '', moves: [] }, 'json/too-short', ['ruleset']],
  ['a long string', { ruleset: 'x'.repeat(41), moves: [] }, 'json/too-long', ['ruleset']],
  ['a string for a list', { ruleset: 'x', moves: 'e2e4' }, 'json/wrong-type', ['moves']],
  ['a long list', { ruleset: 'x', moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6'] }, 'json/too-long', ['moves']],
  ['a wrong item', { ruleset: 'x', moves: ['e2e4', 'e9e5'] }, 'json/wrong-pattern', ['moves', 1]],
  ['a fraction', { ruleset: 'x', moves: [], seed: 0.5 }, 'json/not-an-integer', ['seed']],
  ['a number below', { ruleset: 'x', moves: [], seed: -1 }, 'json/out-of-range', ['seed']],
  ['a number above', { ruleset: 'x', moves: [], seed: 101 }, 'json/out-of-range', ['seed']],
  ['a number too great to be exact', { ruleset: 'x', moves: [], seed: 2 ** 53 }, 'json/not-an-integer', ['seed']],
  ['null for an optional field', { ruleset: 'x', moves: [], seed: null }, 'json/wrong-type', ['seed']],
  ['a word for a boolean', { ruleset: 'x', moves: [], free: 'yes' }, 'json/wrong-type', ['free']],
  ['a value of a dictionary', { ruleset: 'x', moves: [], seats: { ada: 'red' } }, 'json/not-one-of', ['seats', 'ada']],
])('%s is refused with its path', (_, value, code, path) => {
  expect(json.readJson(request, value)).toEqual(refused(code, ...path));
});

describe('oneOf', () => {
  const start = json.oneOf(json.string(), json.object({ fen: json.string() }), json.nullable(json.literal(960)));

  test.each([['startpos'], [{ fen: '8/8' }], [960], [null]])('accepts %j', (value) => {
    expect(json.readJson(start, value)).toEqual(ok(value));
    expectTypeOf<json.JsonValueOf<typeof start>>().toEqualTypeOf<string | { readonly fen: string } | 960 | null>();
  });

  test('reports all expectations if none fits', () => {
    expect(json.readJson(start, true)).toEqual(
      err({ code: 'json/not-one-of', path: [], expected: 'a string or an object or 960' }),
    );
  });

  test('reports the problem of the alternative that came furthest', () => {
    expect(json.readJson(start, { fen: 1 })).toEqual(refused('json/wrong-type', 'fen'));
  });
});

describe('tagged', () => {
  const choice = json.tagged('kind', {
    move: json.object({ kind: json.literal('move'), to: json.string() }),
    drop: json.object({ kind: json.literal('drop'), role: json.string() }),
  });

  test('picks the case by its tag and keeps its type', () => {
    expect(json.readJson(choice, { kind: 'drop', role: 'pawn' })).toEqual(ok({ kind: 'drop', role: 'pawn' }));
    expectTypeOf<json.JsonValueOf<typeof choice>>().toEqualTypeOf<
      { readonly kind: 'move'; readonly to: string } | { readonly kind: 'drop'; readonly role: string }
    >();
  });

  test.each<[unknown, json.JsonProblemCode, string[]]>([
    ['move', 'json/wrong-type', []],
    [{}, 'json/missing-field', ['kind']],
    [{ kind: 'toString' }, 'json/not-one-of', ['kind']],
    [{ kind: 'move' }, 'json/missing-field', ['to']],
  ])('refuses %j', (value, code, path) => {
    expect(json.readJson(choice, value)).toEqual(refused(code, ...path));
  });
});

test('refine converts the value, or reports what it expected', () => {
  const square = json.refine(json.string(), (text) => (text === 'e4' ? 28 : undefined), 'a square like e4');
  expect(json.readJson(square, 'e4')).toEqual(ok(28));
  expect(json.readJson(square, 'z9')).toEqual(
    err({ code: 'json/wrong-value', path: [], expected: 'a square like e4' }),
  );
  expect(json.readJson(square, 4)).toEqual(refused('json/wrong-type'));
});

test('a number may be a fraction within bounds, but must be finite', () => {
  const probability = json.number({ min: 0, max: 1 });
  expect(json.readJson(probability, 0.5)).toEqual(ok(0.5));
  expect(json.readJson(probability, 1.5)).toEqual(refused('json/out-of-range'));
  expect(json.readJson(probability, Number.NaN)).toEqual(refused('json/wrong-type'));
  expect(json.readJson(probability, '0.5')).toEqual(refused('json/wrong-type'));
});

test.each<[json.JsonReader<unknown>, readonly unknown[], unknown, json.JsonProblemCode, string]>([
  [json.integer({ min: 1, max: 9 }), [1, 9], 10, 'json/out-of-range', 'an integer from 1 to 9'],
  [json.integer({ min: 1 }), [1], 0, 'json/out-of-range', 'an integer of at least 1'],
  [json.number({ max: 9 }), [9], 9.5, 'json/out-of-range', 'a number of at most 9'],
  [json.number(), [-1e300], '1', 'json/wrong-type', 'a number'],
  [json.string({ minLength: 2 }), ['ab'], 'a', 'json/too-short', 'a string of at least 2 characters'],
  [json.string({ maxLength: 2 }), ['ab'], 'abc', 'json/too-long', 'a string of at most 2 characters'],
  [json.string({ pattern: /^a/g }), ['ab', 'ab'], 'b', 'json/wrong-pattern', 'a string matching /^a/g'],
  [json.array(json.unknown(), { minLength: 1 }), [[0]], [], 'json/too-short', 'a list of at least 1 items'],
  [json.array(json.unknown(), { maxLength: 1 }), [[0]], [0, 0], 'json/too-long', 'a list of at most 1 items'],
  [json.object({}), [{}], { a: 1 }, 'json/unknown-field', 'no fields'],
])('limits are inclusive, and a problem names them: %#', (reader, allowed, beyond, code, expected) => {
  for (const value of allowed) expect(json.readJson(reader, value)).toEqual(ok(value));
  expect(json.readJson(reader, beyond)).toEqual(err(expect.objectContaining({ code, expected })));
});

test('text that is not JSON is refused without an exception', () => {
  expect(json.readJsonText(json.unknown(), '{"a":')).toEqual(refused('json/not-json'));
  expect(json.readJsonText(json.integer(), '-0')).toEqual(ok(0));
});

test.each<[json.JsonProblem, string]>([
  [{ code: 'json/wrong-type', path: [], expected: 'an object' }, 'expected an object'],
  [{ code: 'json/wrong-type', path: ['moves', 3, 'from'], expected: 'a string' }, 'moves[3].from: expected a string'],
  [{ code: 'json/missing-field', path: ['a b'], expected: 'a list' }, '["a b"]: missing, expected a list'],
  [{ code: 'json/unknown-field', path: ['sed'], expected: 'only seed' }, 'sed: unknown field, expected only seed'],
])('a problem is formatted as one line: %j', (problem, line) => {
  expect(json.formatJsonProblem(problem)).toBe(line);
});

test('readers never throw on any value, and a refusal has a known code', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), (value) => {
      for (const reader of [request, json.record(request), json.array(request), json.oneOf(request, seat)]) {
        const result = json.readJson<unknown>(reader, value);
        if (!result.ok) expect(json.JSON_PROBLEM_CODES).toContain(result.error.code);
      }
    }),
  );
});

test('a reader accepts its own output unchanged', () => {
  const requests = fc.record(
    {
      ruleset: fc.string({ minLength: 1, maxLength: 40 }),
      moves: fc.array(fc.constantFrom('e2e4', 'a1h8'), { maxLength: 3 }),
      seed: fc.integer({ min: 0, max: 100 }),
      free: fc.boolean(),
      seats: fc.dictionary(fc.string(), fc.constantFrom('white', 'black')),
    },
    { requiredKeys: ['ruleset', 'moves'] },
  );
  fc.assert(
    fc.property(requests, (value) => {
      const once = json.readJsonText(request, JSON.stringify(value));
      expect(once.ok && json.readJson(request, once.value)).toEqual(once);
    }),
  );
});

test('atLeast ignores other fields', () => {
  const reader = json.atLeast({ file: json.string(), rank: json.optional(json.integer()) });
  expect(json.readJson(reader, JSON.parse('{"file":"a","color":1,"__proto__":{}}'))).toEqual(ok({ file: 'a' }));
  expect(json.readJson(reader, { rank: 1 })).toMatchObject(err({ code: 'json/missing-field', path: ['file'] }));
  expect(json.readJson(reader, { file: 'a', rank: 'x' })).toMatchObject(
    err({ code: 'json/wrong-type', path: ['rank'] }),
  );
  expect(json.readJson(reader, ['a'])).toMatchObject(err({ code: 'json/wrong-type', path: [] }));
});
