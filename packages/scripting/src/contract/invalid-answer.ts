import { type Refusal, refusal } from '@chessmith/rules';
import { err, json, type Result } from '@chessmith/std';

/** Refuses an answer of a script; the message tells the author what to fix, and the facts are its values. */
export const invalidAnswer = (
  code: `script/${string}`,
  message: string,
  facts?: Refusal['facts'],
): Result<never, Refusal> => err(refusal(code, message, facts));

/**
 * Refuses an answer of the wrong shape. The code depends on the field, and the message quotes what was there instead.
 */
export function invalidShape(problem: json.JsonProblem, answer: unknown): Result<never, Refusal> {
  const what = json.formatJsonProblem(problem);
  const given = givenInstead(problem, answer);
  const instead =
    given === undefined ? '' : `, but ${problem.code === 'json/missing-field' ? 'there is only' : 'it is'} ${given}`;
  // Not `path`, which is a place in an uploaded JSON ruleset.
  const facts = { field: json.formatJsonPath(problem.path), expected: problem.expected };
  return invalidAnswer(
    codeOf(problem),
    `In the script's answer: ${what}${instead}.`,
    given === undefined ? facts : { ...facts, given },
  );
}

/** Quoted values are cut to this length. */
const SHOWN = 60;

/** What was there instead, as it is quoted to the author. */
function givenInstead({ code, path }: json.JsonProblem, answer: unknown): string | undefined {
  const way = code === 'json/missing-field' ? path.slice(0, -1) : path;
  const found = way.reduce<unknown>(
    (value, step) => (value as { [step: string]: unknown } | undefined)?.[step],
    answer,
  );
  // A value that is too long to accept is too long to quote.
  if (found === undefined || way.length === 0 || code === 'json/too-long' || code === 'json/unknown-field')
    return undefined;
  return quoted(found);
}

/** A value as it is quoted to the author. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${wellFormed(text.slice(0, SHOWN))}…` : text;
}

function codeOf({ code, path }: json.JsonProblem): `script/${string}` {
  const field = String(path.findLast((step) => typeof step === 'string') ?? '');
  if (code === 'json/missing-field') return 'script/missing-field';
  if (code === 'json/unknown-field') return 'script/unknown-field';
  if (code === 'json/not-an-integer') return 'script/not-whole';
  if (code === 'json/out-of-range' && /^(?:from_|to_|then_)?[xy]$/.test(field)) return 'script/off-board';
  if (code === 'json/not-one-of' && field === 'color') return 'script/unknown-color';
  if (code === 'json/not-one-of' && (field === 'name' || field === 'drop')) return 'script/unknown-piece';
  if (code === 'json/not-one-of' && field === 'status') return 'script/unknown-status';
  if (code === 'json/too-long') return 'script/too-large';
  return 'script/malformed';
}

/** Reads only these fields of an object and ignores the others, as version 1 of the contract demands. */
export function only<T>(names: readonly string[], reader: json.JsonReader<T>): json.JsonReader<T> {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return reader(value, path);
    const known = names.filter((name) => Object.hasOwn(value, name));
    return reader(Object.fromEntries(known.map((name) => [name, (value as { [name: string]: unknown })[name]])), path);
  };
}

/** Replaces lone surrogates, which no store can keep, by U+FFFD. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');
