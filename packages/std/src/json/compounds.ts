import { ok, type Result } from '../result.js';
import { type JsonProblem, type JsonReader, problem } from './reader.js';

export type ArrayLimits = { readonly minLength?: number; readonly maxLength?: number };

/** A list of items; reports the first problem with its path. */
export function array<T>(item: JsonReader<T>, limits: ArrayLimits = {}): JsonReader<readonly T[]> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = limits;
  return (value, path) => {
    if (!Array.isArray(value)) return problem('json/wrong-type', path, 'a list');
    if (value.length < minLength) return problem('json/too-short', path, `a list of at least ${minLength} items`);
    if (value.length > maxLength) return problem('json/too-long', path, `a list of at most ${maxLength} items`);
    // A copy has exactly these items; an array that grows by `push` reserves memory for up to 16 more.
    const items: T[] = value.slice();
    for (let index = 0; index < value.length; index++) {
      const read = item(value[index], [...path, index]);
      if (!read.ok) return read;
      items[index] = read.value;
    }
    return ok(items);
  };
}

const optionalMark: unique symbol = Symbol('optional');

export type OptionalField<T> = { readonly [optionalMark]: JsonReader<T> };

/** A field that may be absent, and then is absent from the result. `null` does not count as absent. */
export function optional<T>(reader: JsonReader<T>): OptionalField<T> {
  return { [optionalMark]: reader };
}

/** A field with a default value. */
export function withDefault<T>(reader: JsonReader<T>, value: T): JsonReader<T> {
  return (given, path) => (given === undefined ? ok(value) : reader(given, path));
}

type Fields = { readonly [name: string]: JsonReader<unknown> | OptionalField<unknown> };

type FieldValue<F> = F extends JsonReader<infer T> ? T : F extends OptionalField<infer T> ? T : never;
type OptionalNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends OptionalField<unknown> ? Name : never;
}[keyof F];

type Flat<T> = { readonly [Name in keyof T]: T[Name] };
export type ObjectOf<F extends Fields> = Flat<
  { [Name in Exclude<keyof F, OptionalNames<F>>]: FieldValue<F[Name]> } & {
    [Name in OptionalNames<F>]?: FieldValue<F[Name]>;
  }
>;

/** An object with exactly these fields: a misspelled field is refused, not ignored. */
export function object<const F extends Fields>(fields: F): JsonReader<ObjectOf<F>> {
  const names = Object.keys(fields);
  const expectedFields = names.length === 0 ? 'no fields' : `only ${names.join(', ')}`;
  const known = atLeast(fields);
  return (value, path) => {
    if (!isPlainObject(value)) return problem('json/wrong-type', path, 'an object');
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(fields, name)) return problem('json/unknown-field', [...path, name], expectedFields);
    }
    return known(value, path);
  };
}

/** Like `object`, but ignores other fields: for data from other systems. */
export function atLeast<const F extends Fields>(fields: F): JsonReader<ObjectOf<F>> {
  const names = Object.keys(fields);
  return (value, path) => {
    if (!isPlainObject(value)) return problem('json/wrong-type', path, 'an object');
    const read: [string, unknown][] = [];
    for (const name of names) {
      const field = fields[name] as Fields[string];
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      const isOptional = typeof field !== 'function';
      if (given === undefined && isOptional) continue;
      const result = (isOptional ? field[optionalMark] : field)(given, [...path, name]);
      if (!result.ok) {
        return given === undefined ? problem('json/missing-field', result.error.path, result.error.expected) : result;
      }
      read.push([name, result.value]);
    }
    // Object.fromEntries keeps a field called __proto__ as a field; assignment would change the prototype.
    return ok(Object.fromEntries(read) as ObjectOf<F>);
  };
}

/** An object used as a dictionary: any names, values of one type. */
export function record<T>(item: JsonReader<T>): JsonReader<{ readonly [name: string]: T }> {
  return (value, path) => {
    if (!isPlainObject(value)) return problem('json/wrong-type', path, 'an object');
    const read: [string, T][] = [];
    for (const [name, given] of Object.entries(value)) {
      const result = item(given, [...path, name]);
      if (!result.ok) return result;
      read.push([name, result.value]);
    }
    return ok(Object.fromEntries(read));
  };
}

/** The reader's value, or null. */
export function nullable<T>(reader: JsonReader<T>): JsonReader<T | null> {
  return (value, path) => (value === null ? ok(null) : reader(value, path));
}

/**
 * The first reader that accepts. If none does, reports the problem with the longest path, because that alternative was
 * most likely meant; if all fail at the value itself, reports what each expected.
 */
export function oneOf<const R extends readonly [JsonReader<unknown>, ...JsonReader<unknown>[]]>(
  ...readers: R
): JsonReader<R[number] extends JsonReader<infer T> ? T : never> {
  type T = R[number] extends JsonReader<infer U> ? U : never;
  return (value, path) => {
    let furthest: JsonProblem | undefined;
    const expectations: string[] = [];
    for (const reader of readers) {
      const result = reader(value, path) as Result<T, JsonProblem>;
      if (result.ok) return result;
      if (result.error.path.length > (furthest?.path.length ?? path.length)) furthest = result.error;
      expectations.push(result.error.expected);
    }
    if (furthest !== undefined) return { ok: false, error: furthest };
    return problem('json/not-one-of', path, [...new Set(expectations)].join(' or '));
  };
}

/**
 * A tagged union: one field, such as `kind`, selects the reader, which reads the whole object including that field.
 */
export function tagged<const C extends { readonly [tag: string]: JsonReader<unknown> }>(
  tag: string,
  cases: C,
): JsonReader<C[keyof C] extends JsonReader<infer T> ? T : never> {
  type T = C[keyof C] extends JsonReader<infer U> ? U : never;
  const expected = Object.keys(cases)
    .map((name) => JSON.stringify(name))
    .join(' or ');
  return (value, path) => {
    if (!isPlainObject(value)) return problem('json/wrong-type', path, 'an object');
    const name = Object.hasOwn(value, tag) ? value[tag] : undefined;
    if (name === undefined) return problem('json/missing-field', [...path, tag], expected);
    if (typeof name !== 'string' || !Object.hasOwn(cases, name)) {
      return problem('json/not-one-of', [...path, tag], expected);
    }
    return (cases[name] as JsonReader<T>)(value, path);
  };
}

/**
 * Reads with `reader`, then converts or checks the value: a brand, a relation between fields, a notation. `undefined`
 * refuses.
 */
export function refine<T, U>(
  reader: JsonReader<T>,
  next: (value: T) => U | undefined,
  expected: string,
): JsonReader<U> {
  return (value, path) => {
    const result = reader(value, path);
    if (!result.ok) return result;
    const changed = next(result.value);
    return changed === undefined ? problem('json/wrong-value', path, expected) : ok(changed);
  };
}

function isPlainObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
