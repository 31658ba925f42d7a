import { ok } from '../result.js';
import { type JsonReader, problem } from './reader.js';

export type StringLimits = {
  readonly minLength?: number;
  /** In UTF-16 code units, as `length` counts them. */
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  /** What a matching text is called, e.g. `a square like e4`. */
  readonly expected?: string;
};

/** A string within limits; `expected` replaces what is said where it does not fit. */
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
    // `search` starts at the beginning whatever flags the pattern has; `test` would remember where it stopped.
    if (pattern !== undefined && value.search(pattern) < 0) {
      return problem('json/wrong-pattern', path, expected ?? `a string matching ${pattern}`);
    }
    return ok(value);
  };
}

export type NumberLimits = { readonly min?: number; readonly max?: number };

/** A finite number; both bounds belong to the range. */
export function number(limits: NumberLimits = {}): JsonReader<number> {
  const expected = `a number${inRange(limits)}`;
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return problem('json/wrong-type', path, expected);
    if (isOutside(value, limits)) return problem('json/out-of-range', path, expected);
    return ok(value);
  };
}

/** A whole number that a double holds exactly; both bounds belong to the range. */
export function integer(limits: NumberLimits = {}): JsonReader<number> {
  const expected = `an integer${inRange(limits)}`;
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return problem('json/wrong-type', path, expected);
    if (!Number.isSafeInteger(value)) return problem('json/not-an-integer', path, expected);
    if (isOutside(value, limits)) return problem('json/out-of-range', path, expected);
    // JSON can say -0, which is equal to 0 but not the same.
    return ok(value === 0 ? 0 : value);
  };
}

/** True or false, and nothing that is like them. */
export function boolean(): JsonReader<boolean> {
  return (value, path) => (typeof value === 'boolean' ? ok(value) : problem('json/wrong-type', path, 'true or false'));
}

/** One of a few strings, numbers, booleans or null, compared exactly. */
export function literal<const T extends readonly (string | number | boolean | null)[]>(
  ...values: T
): JsonReader<T[number]> {
  const expected = values.map((value) => JSON.stringify(value)).join(' or ');
  return (value, path) => {
    const found = values.find((candidate) => candidate === value);
    return found === undefined ? problem('json/not-one-of', path, expected) : ok(found);
  };
}

/** Anything at all, still unknown: for parts that somebody further in reads. */
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
