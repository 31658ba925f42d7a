/** The same text for the same JSON, whatever the order of its fields. What is undefined is not there. */
export function canonical(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const fields = value as { readonly [name: string]: unknown };
  const names = Object.keys(fields).sort();
  let text = '';
  for (const name of names) {
    if (fields[name] !== undefined) text += `${text === '' ? '' : ','}${quoted(name)}:${canonical(fields[name])}`;
  }
  return `{${text}}`;
}

const PLAIN = /^[\w@.:=+-]*$/;

/** As `JSON.stringify` does it; most texts need no second look. */
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));
