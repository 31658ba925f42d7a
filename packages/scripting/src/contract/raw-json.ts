const QUOTE = 34;
const BACKSLASH = 92;

/** How deep lists and objects go in a text of JSON. Quotes are understood; nothing else is checked. */
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
 * The text of one field's value in the JSON of an object, exactly as it was written; of several with that name the last,
 * as `JSON.parse` does. The text must be known to be the JSON of an object.
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

/** Where the value ends that begins at `from` in an object: at the comma or brace after it. */
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
