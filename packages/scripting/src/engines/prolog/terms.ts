/** No honest value is nested deeper, and the reader of terms descends. */
const DEEPEST = 1000;

/**
 * A JSON value as the text of a Prolog term: objects are dicts, arrays lists, texts atoms. The texts "true", "false" and
 * "null" are strings, so that they are not taken for the values. Undefined for what is nested too deep.
 */
export function termOf(value: unknown, depth = 0): string | undefined {
  if (depth > DEEPEST) return undefined;
  if (typeof value === 'string') return WORDS.has(value) ? `"${value}"` : atomOf(value);
  if (typeof value === 'number') return numberOf(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value))
    return joined(
      value.map((item) => termOf(item, depth + 1)),
      '[',
      ']',
    );
  const pairs = Object.entries(value).map(([key, item]) => {
    const term = termOf(item, depth + 1);
    return term === undefined ? undefined : `${atomOf(key)}:${term}`;
  });
  return joined(pairs, '_{', '}');
}

/** A text as a quoted atom. */
export const atomOf = (text: string): string =>
  `'${text.replace(SPECIAL, (char) => `\\x${char.charCodeAt(0).toString(16)}\\`)}'`;

const WORDS = new Set(['true', 'false', 'null']);
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be escaped
const SPECIAL = /[\u0000-\u001f'"`\\\u007f-\u00a0\u2028\u2029]/g;

/** Prolog wants a point in a number with an exponent. */
function numberOf(value: number): string {
  const text = String(value);
  return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text;
}

function joined(terms: readonly (string | undefined)[], open: string, close: string): string | undefined {
  return terms.includes(undefined) ? undefined : `${open}${terms.join(',')}${close}`;
}
