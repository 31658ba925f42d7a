import type { QuickJSContext } from 'quickjs-emscripten-core';
import { parse } from 'sucrase/dist/parser/index.js';

/** What marked loops call, and what it waits for. */
const MARK = '__round';
const IS_OVER = `${MARK}IsOver`;
const WAIT = `\nfunction ${MARK}() { while (globalThis.${IS_OVER}); return true; }`;

/**
 * The same JavaScript, every line where it was, with a call in the condition of each loop. QuickJS knows the lines of
 * calls only, and would tell of a loop the line of what was called before it; so the script is led into a call, and
 * interrupted there.
 */
export function markLoops(code: string): string {
  const tokens = parse(code, false, false, false).tokens;
  const words = tokens.map(({ start, end }) => code.slice(start, end));
  const marks = words.flatMap((word, i) => {
    if (words[i + 1] !== '(' || words[i - 1] === '.') return [];
    const before = word === 'while' ? i + 1 : word === 'for' ? conditionOf(words, i + 1) : undefined;
    if (before === undefined) return [];
    return [{ at: tokens[before]!.end, text: words[before + 1] === ';' ? `${MARK}()` : `${MARK}(),` }];
  });
  return marks.reduceRight((text, { at, text: mark }) => text.slice(0, at) + mark + text.slice(at), code) + WAIT;
}

/** Interrupts a script as soon as `isOver`, at the next mark if it comes to one soon. */
export function stopAtMark(context: QuickJSContext, isOver: () => boolean): void {
  let isWaiting = false;
  context.runtime.setInterruptHandler(() => {
    if (isWaiting || !isOver()) return isWaiting;
    isWaiting = true;
    context.setProp(context.global, IS_OVER, context.true);
    return false;
  });
}

/** The frames of an interruption without that of the mark, and without columns, which the marks have moved. */
export const withoutMark = (stack: string): string =>
  stack
    .split('\n')
    .filter((frame) => !frame.includes(`at ${MARK} `))
    .map((frame) => frame.replace(/:(\d+):\d+\)?$/, ':$1)'))
    .join('\n');

/** The semicolon before the condition of a `for` whose parenthesis opens at `from`; one with `of` or `in` has none. */
function conditionOf(words: readonly string[], from: number): number | undefined {
  let depth = 0;
  for (let i = from; i < words.length; i++) {
    if (/^(?:[([{]|\$\{)$/.test(words[i]!)) depth++;
    else if (/^[)\]}]$/.test(words[i]!) && --depth === 0) return undefined;
    else if (words[i] === ';' && depth === 1) return i;
  }
  return undefined;
}
