import { endOfString } from './strings.js';

/**
 * Whether an object in this JSON text has the same key twice. Parsers disagree on which value wins, so a check by one
 * parser could be bypassed in another. `value` is the result of `JSON.parse(text)`.
 */
export const hasDuplicateKey = (text: string, value: unknown): boolean => namesWritten(text) !== namesRead(value);

function namesWritten(text: string): number {
  let names = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    at = endOfString(text, at);
    let next = at + 1;
    while (text.charCodeAt(next) <= SPACE) next++;
    if (text[next] === ':') names++;
  }
  return names;
}

/** JSON's white space characters are all at or below the space. */
const SPACE = 0x20;

function namesRead(value: unknown): number {
  let names = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null) continue;
    const inside = Object.values(one);
    if (!Array.isArray(one)) names += inside.length;
    for (const other of inside) waiting.push(other);
  }
  return names;
}
