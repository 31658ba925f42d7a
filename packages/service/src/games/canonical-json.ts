/** JSON with sorted field names, so that equal values give equal text. Undefined fields are left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const fields = value as { readonly [name: string]: unknown };
  let text = '';
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(fields[name])}`;
  }
  return `{${text}}`;
}
