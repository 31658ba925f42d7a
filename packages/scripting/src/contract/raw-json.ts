const QUOTE = 34;
const BACKSLASH = 92;

/** The nesting depth of a JSON text. It skips strings and checks nothing else. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (opens(code)) deepest = Math.max(deepest, ++depth);
    else if (closes(code)) depth--;
  }
  return deepest;
}

/**
 * The JSON of one field of an object, exactly as written. If the field occurs several times, the last one counts, as in
 * `JSON.parse`. The text must be valid JSON of an object.
 */
export function rawField(text: string, name: string): string | undefined {
  let found: string | undefined;
  let at = text.indexOf('{') + 1;
  for (;;) {
    const nameFrom = text.indexOf('"', at);
    if (nameFrom < 0) return found;
    const nameTo = endOfString(text, nameFrom);
    const valueFrom = text.indexOf(':', nameTo) + 1;
    const valueTo = endOfValue(text, valueFrom);
    if (JSON.parse(text.slice(nameFrom, nameTo + 1)) === name) found = text.slice(valueFrom, valueTo).trim();
    at = valueTo + 1;
  }
}

/** The index of the comma or brace after the value that begins at `from`. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (opens(code)) depth++;
    else if (closes(code) && --depth < 0) return i;
    else if (code === 44 && depth === 0) return i;
  }
  return text.length;
}

function endOfString(text: string, from: number): number {
  let i = from + 1;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}

const opens = (code: number): boolean => code === 123 || code === 91;
const closes = (code: number): boolean => code === 125 || code === 93;
