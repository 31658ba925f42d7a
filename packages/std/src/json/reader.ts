import { err, type Result } from '../result.js';

/** Turns something unknown into a `T`, or says what is wrong with it and where. Readers never throw on any input. */
export type JsonReader<T> = (value: unknown, path: JsonPath) => Result<T, JsonProblem>;

/** The type a reader gives. */
export type JsonValueOf<R> = R extends JsonReader<infer T> ? T : never;

/** The way from the outermost value to the one in question: field names and list indices. */
export type JsonPath = readonly (string | number)[];

export const JSON_PROBLEM_CODES = [
  'json/not-json',
  'json/wrong-type',
  'json/not-an-integer',
  'json/out-of-range',
  'json/too-short',
  'json/too-long',
  'json/wrong-pattern',
  'json/not-one-of',
  'json/wrong-value',
  'json/missing-field',
  'json/unknown-field',
] as const;
export type JsonProblemCode = (typeof JSON_PROBLEM_CODES)[number];

/** `expected` is in words for people, e.g. `an integer from 0 to 7`; programs look at `code` and `path`. */
export type JsonProblem = {
  readonly code: JsonProblemCode;
  readonly path: JsonPath;
  readonly expected: string;
};

/** Reads a value that was parsed already. */
export function readJson<T>(reader: JsonReader<T>, value: unknown): Result<T, JsonProblem> {
  return reader(value, []);
}

/** Reads text, e.g. one line or one request body. */
export function readJsonText<T>(reader: JsonReader<T>, text: string): Result<T, JsonProblem> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('json/not-json', [], 'JSON');
  }
  return reader(value, []);
}

/** One line for people: `moves[3].from: expected a string`. */
export function formatJsonProblem({ code, path, expected }: JsonProblem): string {
  const where = formatJsonPath(path);
  if (code === 'json/unknown-field') return `${where}: unknown field, expected ${expected}`;
  if (code === 'json/missing-field') return `${where}: missing, expected ${expected}`;
  return where === '' ? `expected ${expected}` : `${where}: expected ${expected}`;
}

/** A path as people write it: `pieces.knight.movements[0]`, and `["a b"]` for what is no word. */
export function formatJsonPath(path: JsonPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!/^[A-Za-z_$][\w$-]*$/.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** Reads what `formatJsonPath` wrote. */
export function parseJsonPath(text: string): JsonPath {
  const steps = text.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([A-Za-z_$][\w$-]*)/g);
  return [...steps].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(quoted) as string) : name!,
  );
}

/** What a reader answers that expected something else; `expected` goes on after "expected". */
export function problem(code: JsonProblemCode, path: JsonPath, expected: string): Result<never, JsonProblem> {
  return err({ code, path, expected });
}
