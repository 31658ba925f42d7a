/** Whether two values are equal as JSON; the order of fields does not matter. */
export function jsonEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) return sameItems(one, other);
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  for (const name of names) if (!jsonEqual((one as Fields)[name], (other as Fields)[name])) return false;
  return true;
}

function sameItems(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (!jsonEqual(one[i], other[i])) return false;
  return true;
}

type Fields = { readonly [name: string]: unknown };
