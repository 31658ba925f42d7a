import { ok } from '../result.js';
import { type JsonReader, problem } from './reader.js';

export type StringLimits = {
  readonly minLength?: number;
  /** In UTF-16 code units, like `length`. */
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  /** Description of a matching text, such as `a square like e4`. */
  readonly expected?: string;
};

/** A string within limits; `expected` replaces the default description in problems. */
export function string(limits: StringLimits = {}): JsonReader<string> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, expected } = limits;
  return (value, path) => {
    if (typeof value !== 'string') return problem('json/wrong-type', path, expected ?? 'a string');
    if (value.length < minLength) {
      return problem('json/too-short', path, expected ?? `a string of at least ${minLength} characters`);
    }
    if (value.length > maxLength) {
      return problem('json/too-long', path, expected ?? `a string of at most ${maxLength} characters`);
    }
    // `search` ignores lastIndex, while `test` continues where it stopped if the pattern has the flag g.
    if (pattern !== undefined && value.search(pattern) < 0) {
      return problem('json/wrong-pattern', path, expected ?? `a string matching ${pattern}`);
    }
    return ok(value);
  };
}

export type NumberLimits = { readonly min?: number; readonly max?: number };

/** A finite number; both bounds are inclusive. */
export function number(limits: NumberLimits = {}): JsonReader<number> {
  const expected = `a number${inRange(limits)}`;
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return problem('json/wrong-type', path, expected);
    if (isOutside(value, limits)) return problem('json/out-of-range', path, expected);
    return ok(value);
  };
}

/** A safe integer; both bounds are inclusive. */
export function integer(limits: NumberLimits = {}): JsonReader<number> {
  const expected = `an integer${inRange(limits)}`;
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return problem('json/wrong-type', path, expected);
    if (!Number.isSafeInteger(value)) return problem('json/not-an-integer', path, expected);
    if (isOutside(value, limits)) return problem('json/out-of-range', path, expected);
    // JSON allows -0; normalise it to 0.
    return ok(value === 0 ? 0 : value);
  };
}

/** True or false; other values are not converted. */
export function boolean(): JsonReader<boolean> {
  return (value, path) => (typeof value === 'boolean' ? ok(value) : problem('json/wrong-type', path, 'true or false'));
}

/** One of a few strings, numbers, booleans or null, compared with `===`. */
export function literal<const T extends readonly (string | number | boolean | null)[]>(
  ...values: T
): JsonReader<T[number]> {
  const expected = values.map((value) => JSON.stringify(value)).join(' or ');
  return (value, path) => {
    const found = values.find((candidate) => candidate === value);
    return found === undefined ? problem('json/not-one-of', path, expected) : ok(found);
  };
}

/** Any value, left unknown for another reader. */
export function unknown(): JsonReader<unknown> {
  return (value) => ok(value);
}

function isOutside(value: number, { min, max }: NumberLimits): boolean {
  return (min !== undefined && value < min) || (max !== undefined && value > max);
}

function inRange({ min, max }: NumberLimits): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  if (max !== undefined) return ` of at most ${max}`;
  return '';
}
