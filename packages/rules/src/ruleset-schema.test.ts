import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatRuleset, readRuleset } from './read-ruleset.js';
import type { Ruleset } from './ruleset.js';
import { rulesetSchema } from './ruleset-schema.js';
import { catalogue } from './rulesets/catalogue.js';
import { standard } from './rulesets/standard.js';
import { asTable } from './testing/as-table.js';
import { damagedJson } from './testing/damaged-json.js';

const slide = { kind: 'slide', along: [[0, 1]], upTo: 2 } as const;
/** The built-in rulesets, and two with movements that none of them uses. */
const SAMPLES = [
  ...catalogue,
  {
    ...standard,
    name: 'tables-and-groups',
    pieces: {
      ...standard.pieces,
      rook: {
        letter: 'r',
        movements: [asTable({ files: 3, ranks: 3 }, slide), { kind: 'group' as const, of: [{ ...slide, safe: true }] }],
      },
    },
  },
  {
    ...standard,
    name: 'theories',
    theories: {
      up: { shape: 'rays', prolog: ['up(F, R, F, T) :- T is R + 1.'] },
      one: { shape: 'leaps', prolog: [''] },
    },
    pieces: {
      ...standard.pieces,
      rook: { letter: 'r', movements: [{ kind: 'theory', by: ['up'], onto: 'enemy' }] },
      pawn: { letter: 'p', movements: [{ kind: 'theory', by: { white: ['one'], black: ['one'] } }] },
    },
  } as unknown as Ruleset,
].map(formatRuleset);

describe('the schema', () => {
  test.each(SAMPLES.map((sample) => [(sample as { name: string }).name, sample] as const))(
    'accepts %s',
    (_, sample) => {
      expect(isValid(rulesetSchema, sample)).toBe(true);
    },
  );

  test('and the reader agree on the shape of any input', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES).chain(damagedJson), (value) => {
        const read = readRuleset(value);
        const isShaped = read.ok || read.error.every(({ code }) => code.startsWith('ruleset/'));
        expect(isValid(rulesetSchema, value)).toBe(isShaped);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});

test('any input is accepted, or refused with a path and a sentence', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SAMPLES).chain(damagedJson), (value) => {
      const read = readRuleset(value);
      if (read.ok) expect(readRuleset(formatRuleset(read.value))).toEqual(read);
      else {
        expect(read.error.length).toBeGreaterThan(0);
        for (const { message, facts } of read.error) {
          expect(typeof facts?.path).toBe('string');
          expect(message).toMatch(/.+\.$/);
        }
      }
    }),
    { seed: 6, numRuns: 500 },
  );
});

// biome-ignore lint/suspicious/noExplicitAny: schemas and values are JSON of any kind
type Any = any;

/** The subset of JSON Schema that ours uses; an unknown keyword fails the test. */
function isValid(schema: Any, value: Any): boolean {
  return Object.entries(schema).every(([keyword, wanted]) => {
    const check = KEYWORDS[keyword];
    if (check === undefined) throw new Error(`unknown schema keyword ${keyword}`);
    return check(wanted, value, schema);
  });
}

const isObject = (value: Any): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const KEYWORDS: { readonly [keyword: string]: (wanted: Any, value: Any, schema: Any) => boolean } = {
  $schema: () => true,
  $defs: () => true,
  title: () => true,
  $ref: (name, value) => isValid((rulesetSchema.$defs as Any)[name.slice('#/$defs/'.length)], value),
  type: (name, value) =>
    name === 'array'
      ? Array.isArray(value)
      : name === 'object'
        ? isObject(value)
        : name === 'integer'
          ? Number.isInteger(value)
          : typeof value === name,
  const: (wanted, value) => JSON.stringify(wanted) === JSON.stringify(value),
  enum: (wanted, value) => wanted.includes(value),
  not: (schema, value) => !isValid(schema, value),
  oneOf: (schemas, value) => schemas.filter((schema: Any) => isValid(schema, value)).length === 1,
  pattern: (wanted, value) => typeof value !== 'string' || new RegExp(wanted, 'u').test(value),
  maxLength: (most, value) => typeof value !== 'string' || value.length <= most,
  minimum: (least, value) => typeof value !== 'number' || value >= least,
  maximum: (most, value) => typeof value !== 'number' || value <= most,
  items: (schema, value) => !Array.isArray(value) || value.every((item) => isValid(schema, item)),
  minItems: (least, value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most, value) => !Array.isArray(value) || value.length <= most,
  required: (names, value) => !isObject(value) || names.every((name: string) => Object.hasOwn(value, name)),
  properties: (schemas, value) =>
    !isObject(value) ||
    Object.entries(value).every(([name, item]) => !Object.hasOwn(schemas, name) || isValid(schemas[name], item)),
  additionalProperties: (schema, value, whole) =>
    !isObject(value) ||
    Object.entries(value).every(
      ([name, item]) => Object.hasOwn(whole.properties ?? {}, name) || (schema !== false && isValid(schema, item)),
    ),
  propertyNames: (schema, value) => !isObject(value) || Object.keys(value).every((name) => isValid(schema, name)),
  minProperties: (least, value) => !isObject(value) || Object.keys(value).length >= least,
  maxProperties: (most, value) => !isObject(value) || Object.keys(value).length <= most,
};
