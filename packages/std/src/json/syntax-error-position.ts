import { type TextPosition, textPositionAt } from './text-position.js';

/** Where a text stops being valid JSON; its end if it is cut off. V8's own errors give a position only sometimes. */
export function syntaxErrorPosition(text: string): TextPosition {
  return textPositionAt(text, faultIn(text));
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\t\n\r]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PLAIN = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

type Awaited = 'value' | 'value or ]' | 'key' | 'key or }' | 'next';

function faultIn(text: string): number {
  const open: ('}' | ']')[] = [];
  let at = 0;
  let awaited: Awaited = 'value';
  const eat = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found !== null;
  };
  const eatSign = (sign: string): boolean => {
    const isThere = text[at] === sign;
    if (isThere) at++;
    return isThere;
  };
  for (;;) {
    eat(SPACE);
    const closing = open.at(-1);
    const mayClose = awaited === 'next' || awaited === 'value or ]' || awaited === 'key or }';
    if (mayClose && closing !== undefined && eatSign(closing)) {
      open.pop();
      awaited = 'next';
    } else if (awaited === 'next') {
      if (closing === undefined || !eatSign(',')) return at;
      awaited = closing === '}' ? 'key' : 'value';
    } else if (awaited === 'key' || awaited === 'key or }') {
      if (!eat(STRING)) return at;
      eat(SPACE);
      if (!eatSign(':')) return at;
      awaited = 'value';
    } else if (eatSign('{')) {
      open.push('}');
      awaited = 'key or }';
    } else if (eatSign('[')) {
      open.push(']');
      awaited = 'value or ]';
    } else if (eat(STRING) || eat(PLAIN)) awaited = 'next';
    else return at;
  }
}
