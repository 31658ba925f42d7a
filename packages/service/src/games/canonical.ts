/** The same text for the same JSON, whatever the order of its fields. What is undefined is not there. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const fields = value as { readonly [name: string]: unknown };
  const names = Object.keys(fields).sort();
  let text = '';
  for (const name of names) {
    if (fields[name] !== undefined)
      text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonical(fields[name])}`;
  }
  return `{${text}}`;
}
