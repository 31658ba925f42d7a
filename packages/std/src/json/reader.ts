import { err, type Result } from '../result.js';

/** Converts an unknown value to a `T`, or reports what is wrong and where. Readers never throw. */
export type JsonReader<T> = (value: unknown, path: JsonPath) => Result<T, JsonProblem>;

/** The type that a reader returns. */
export type JsonValueOf<R> = R extends JsonReader<infer T> ? T : never;

/** Field names and list indices from the outermost value to the one in question. */
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

/** `expected` is text for people, such as `an integer from 0 to 7`; programs use `code` and `path`. */
export type JsonProblem = {
  readonly code: JsonProblemCode;
  readonly path: JsonPath;
  readonly expected: string;
};

/** Reads a parsed value. */
export function readJson<T>(reader: JsonReader<T>, value: unknown): Result<T, JsonProblem> {
  return reader(value, []);
}

/** Parses and reads JSON text, such as a request body. */
export function readJsonText<T>(reader: JsonReader<T>, text: string): Result<T, JsonProblem> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('json/not-json', [], 'JSON');
  }
  return reader(value, []);
}

/** Formats a problem as one line: `moves[3].from: expected a string`. */
export function formatJsonProblem({ code, path, expected }: JsonProblem): string {
  const where = formatJsonPath(path);
  if (code === 'json/unknown-field') return `${where}: unknown field, expected ${expected}`;
  if (code === 'json/missing-field') return `${where}: missing, expected ${expected}`;
  return where === '' ? `expected ${expected}` : `${where}: expected ${expected}`;
}

/** Formats a path: `pieces.knight.movements[0]`, or `["a b"]` for names that are not identifiers. */
export function formatJsonPath(path: JsonPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!/^[A-Za-z_$][\w$-]*$/.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** Reads the output of `formatJsonPath`. */
export function parseJsonPath(text: string): JsonPath {
  const steps = text.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([A-Za-z_$][\w$-]*)/g);
  return [...steps].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(quoted) as string) : name!,
  );
}

/** The refusal of a reader; `expected` completes the sentence "expected …". */
export function problem(code: JsonProblemCode, path: JsonPath, expected: string): Result<never, JsonProblem> {
  return err({ code, path, expected });
}
