import type { QuickJSContext } from 'quickjs-emscripten-core';
import { parse } from 'sucrase/dist/parser/index.js';

/** The function that marked loops call, and the flag it waits for. */
const MARK = '__round';
const IS_OVER = `${MARK}IsOver`;
const WAIT = `\nfunction ${MARK}() { while (globalThis.${IS_OVER}); return true; }`;

/**
 * The same JavaScript with a call in the condition of each loop and every line where it was. QuickJS records line
 * numbers for calls only, and would report the line of the last call before a loop. So the loop is led into a call and
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

/** Interrupts a script as soon as `isOver`, at the next mark if it reaches one soon. */
export function stopAtMark(context: QuickJSContext, isOver: () => boolean): void {
  let isWaiting = false;
  context.runtime.setInterruptHandler(() => {
    if (isWaiting || !isOver()) return isWaiting;
    isWaiting = true;
    context.setProp(context.global, IS_OVER, context.true);
    return false;
  });
}

/** The stack of an interruption without the mark's own frame, and without columns, which the marks have shifted. */
export const withoutMark = (stack: string): string =>
  stack
    .split('\n')
    .filter((frame) => !frame.includes(`at ${MARK} `))
    .map((frame) => frame.replace(/:(\d+):\d+\)?$/, ':$1)'))
    .join('\n');

/**
 * The index of the semicolon before a `for` loop's condition, whose parenthesis opens at `from`; undefined for `of` and
 * `in` loops.
 */
function conditionOf(words: readonly string[], from: number): number | undefined {
  let depth = 0;
  for (let i = from; i < words.length; i++) {
    if (/^(?:[([{]|\$\{)$/.test(words[i]!)) depth++;
    else if (/^[)\]}]$/.test(words[i]!) && --depth === 0) return undefined;
    else if (words[i] === ';' && depth === 1) return i;
  }
  return undefined;
}
