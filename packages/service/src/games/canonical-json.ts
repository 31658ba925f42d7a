import { jsonString } from './json-string.js';

/** The same text for the same JSON, whatever the order of its fields. What is undefined is not there. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return jsonString(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const fields = value as { readonly [name: string]: unknown };
  const names = Object.keys(fields);
  // Most have two: to sort a list in place takes more room and time than all the rest.
  if (names.length !== 2) names.sort();
  else if (names[0]! > names[1]!) names.reverse();
  let text = '';
  for (const name of names) {
    if (fields[name] !== undefined)
      text += `${text === '' ? '' : ','}${jsonString(name)}:${canonicalJson(fields[name])}`;
  }
  return `{${text}}`;
}
