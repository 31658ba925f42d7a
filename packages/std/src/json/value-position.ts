import { type JsonPath, parseJsonPath } from './reader.js';
import { type TextPosition, textPositionAt } from './text-position.js';

/** Where the value at a path begins in a valid JSON text, or the innermost existing value around it. */
export function valuePosition(text: string, path: string): TextPosition {
  return textPositionAt(text, valueAt(text, afterSpace(text, 0), parseJsonPath(path)));
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const PLAIN = /[^\s,\]}]+/y;

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

const afterSpace = (text: string, at: number): number => endOf(SPACE, text, at);

function valueAt(text: string, at: number, [step, ...rest]: JsonPath): number {
  if (step === undefined) return at;
  const closing = text[at] === '{' ? '}' : text[at] === '[' ? ']' : undefined;
  if (closing === undefined) return at;
  let next = afterSpace(text, at + 1);
  for (let index = 0; next < text.length && text[next] !== closing; index++) {
    let name: unknown = index;
    if (closing === '}') {
      const end = endOf(STRING, text, next);
      name = JSON.parse(text.slice(next, end));
      next = afterSpace(text, afterSpace(text, end) + 1);
    }
    if (name === step) return valueAt(text, next, rest);
    next = afterSpace(text, endOfValue(text, next));
    if (text[next] === ',') next = afterSpace(text, next + 1);
  }
  return at;
}

function endOfValue(text: string, from: number): number {
  if (text[from] !== '{' && text[from] !== '[') return endOf(text[from] === '"' ? STRING : PLAIN, text, from);
  let at = from;
  for (let depth = 0; at < text.length; ) {
    const sign = text[at]!;
    if (sign === '"') {
      at = endOf(STRING, text, at);
      continue;
    }
    at++;
    if (sign === '{' || sign === '[') depth++;
    else if ((sign === '}' || sign === ']') && --depth === 0) break;
  }
  return at;
}
