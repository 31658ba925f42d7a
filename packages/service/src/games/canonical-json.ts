/** JSON with sorted field names, so that equal values give equal text. Undefined fields are left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const fields = value as { readonly [name: string]: unknown };
  const names = Object.keys(fields);
  const written = names.sort().filter((name) => fields[name] !== undefined);
  return `{${written.map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`).join()}}`;
}
