import { isNameCharacter } from './characters.js';
import type { PgnTag } from './game.js';

/**
 * Reads `[Name "value"]` from text that `stepTag` found complete. Undefined if the name or a closing quote is missing;
 * a missing closing bracket at the end of the line is accepted.
 */
export function parseTag(text: string, from = 0, to = text.length): PgnTag | undefined {
  let start = from + 1;
  while (start < to && text.charCodeAt(start) <= 32) start++;
  let end = start;
  while (end < to && isInName(text.charCodeAt(end))) end++;
  const open = text.indexOf('"', end);
  const close = text.lastIndexOf('"', to - 1);
  if (end === start || open === -1 || close <= open || !isBlank(text, end, open)) return undefined;
  const value = text.slice(open + 1, close);
  return { name: text.slice(start, end), value: value.includes('\\') ? unescaped(value) : value };
}

export function formatTag({ name, value }: PgnTag): string {
  if (!isTagName(name)) throw new RangeError(`not a valid PGN tag name: ${JSON.stringify(name)}`);
  return `[${name} "${value.replace(/[\r\n]/g, ' ').replace(/["\\]/g, '\\$&')}"]`;
}

/** Whether PGN can represent a tag of this name. */
export function isTagName(name: string): boolean {
  for (let i = 0; i < name.length; i++) if (!isInName(name.charCodeAt(i))) return false;
  return name !== '' && isNameCharacter(name.charCodeAt(0));
}

/** States of the automaton that finds the end of a tag: start with `TAG_NAME` after the bracket, stop at `TAG_END`. */
export const TAG_NAME = 0;
export const TAG_VALUE = 1;
const TAG_ESCAPE = 2;
const TAG_QUOTED = 3;
export const TAG_END = 4;

/** A quote without a following bracket belongs to the value: `[Event "The "Big" Open"]`. */
export function stepTag(state: number, code: number): number {
  switch (state) {
    case TAG_NAME:
      return code === QUOTE ? TAG_VALUE : code === CLOSE_BRACKET ? TAG_END : TAG_NAME;
    case TAG_ESCAPE:
      return TAG_VALUE;
    case TAG_QUOTED:
      if (code === CLOSE_BRACKET) return TAG_END;
      if (code <= 32) return TAG_QUOTED;
  }
  return code === QUOTE ? TAG_QUOTED : code === BACKSLASH ? TAG_ESCAPE : TAG_VALUE;
}

/** Whether a line may end in this state. */
export const mayEndTag = (state: number): boolean => state === TAG_QUOTED;

const QUOTE = 34;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;

/** Names with a hyphen or a colon violate PGN but occur. */
const isInName = (code: number): boolean => code > 32 && code !== QUOTE && code !== CLOSE_BRACKET && code < 127;

function isBlank(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (text.charCodeAt(i) > 32) return false;
  return true;
}

/** A backslash before any other character is literal, as in `C:\games`. */
const unescaped = (value: string): string => value.replace(/\\(["\\])/g, '$1');
