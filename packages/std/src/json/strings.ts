/** Where the string that begins at a quote of a JSON text ends: at its other quote, or with the text if there is none. */
export function endOfString(text: string, start: number): number {
  let at = start;
  do at = text.indexOf('"', at + 1);
  while (at !== -1 && isEscaped(text, at));
  return at === -1 ? text.length : at;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before--;
  return (at - before) % 2 === 1;
}

/**
 * How much of a JSON text stands outside its strings. What it costs to parse one and to look at it grows with that: a
 * megabyte of brackets takes a hundred times as long as a string of a megabyte. The text need not be well-formed.
 */
export function lengthOutsideStrings(text: string): number {
  let outside = 0;
  let from = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', from)) {
    outside += at - from;
    from = endOfString(text, at) + 1;
  }
  return outside + Math.max(0, text.length - from);
}
