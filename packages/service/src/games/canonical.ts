/** The same text for the same JSON, whatever the order of its fields. What is undefined is not there. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) => (isFields(part) ? sorted(part) : part));
}

type Fields = { readonly [name: string]: unknown };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
