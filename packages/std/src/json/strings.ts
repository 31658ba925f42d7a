/** The index of the closing quote of the string that begins at `start`; the length of the text if it is missing. */
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
 * The number of characters of a JSON text outside its strings. Parsing cost grows with it: a megabyte of brackets takes
 * a hundred times as long as a string of a megabyte. The text need not be valid.
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
