import { jsonString } from './json-string.js';

/** JSON with sorted field names, so that equal values give equal text. Undefined fields are left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return jsonString(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const fields = value as { readonly [name: string]: unknown };
  const names = Object.keys(fields);
  // Most objects have two fields; swapping them is much cheaper than a sort.
  if (names.length !== 2) names.sort();
  else if (names[0]! > names[1]!) names.reverse();
  let text = '';
  for (const name of names) {
    if (fields[name] !== undefined)
      text += `${text === '' ? '' : ','}${jsonString(name)}:${canonicalJson(fields[name])}`;
  }
  return `{${text}}`;
}
