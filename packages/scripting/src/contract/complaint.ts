import { type Refusal, refusal } from '@chessmith/rules';
import { err, json, type Result } from '@chessmith/std';

/** A "no" to what a script answered; the sentence tells its author what to mend. */
export const complaint = (code: `script/${string}`, message: string): Result<never, Refusal> =>
  err(refusal(code, message));

/** The same for something of the wrong shape, named after what the field is about, with what was there instead. */
export function shapeComplaint(problem: json.JsonProblem, answer: unknown): Result<never, Refusal> {
  const what = json.formatJsonProblem(problem);
  return complaint(codeOf(problem), `In the answer of the script: ${what}${insteadOf(problem, answer)}.`);
}

/** How much of a value is shown to the author. */
const SHOWN = 60;

function insteadOf({ code, path }: json.JsonProblem, answer: unknown): string {
  const isMissing = code === 'json/missing-field';
  const way = isMissing ? path.slice(0, -1) : path;
  const found = way.reduce<unknown>(
    (value, step) => (value as { [step: string]: unknown } | undefined)?.[step],
    answer,
  );
  // Of what is too long there is too much to show.
  if (found === undefined || way.length === 0 || code === 'json/too-long' || code === 'json/unknown-field') return '';
  return isMissing ? `, and there is only ${shown(found)}` : `, and it is ${shown(found)}`;
}

/** A value as its author is shown it. */
export function shown(value: unknown): string {
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

/** Reads only these fields of an object and leaves others aside, as seed 003 did. */
export function only<T>(names: readonly string[], reader: json.JsonReader<T>): json.JsonReader<T> {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return reader(value, path);
    const known = names.filter((name) => Object.hasOwn(value, name));
    return reader(Object.fromEntries(known.map((name) => [name, (value as { [name: string]: unknown })[name]])), path);
  };
}

/** Lone halves of characters, which no store keeps, become the sign for what cannot be read. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');
