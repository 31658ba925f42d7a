import { json } from '@chessmith/std';
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { LIMITS } from '../../contract/limits.js';
import { depthOf } from '../../contract/raw-json.js';

/** At most so many nulls of an answer are inspected. */
const MOST = 1000;

/**
 * The first value that JSON replaced by null, with its path and what to do. This runs no code of the script except
 * getters in its answer.
 */
export function firstReplacedByNull(context: QuickJSContext, answer: QuickJSHandle, text: string): string | undefined {
  if (!text.includes('null') || text.length > LIMITS.answerLength || depthOf(text) > LIMITS.depth) return undefined;
  let left = MOST;
  for (const path of nullsIn(JSON.parse(text), [])) {
    if (left-- === 0) return undefined;
    const found = path.reduce<QuickJSHandle>((value, step) => context.getProp(value, step), answer);
    const what = WHAT[context.typeof(found)]?.(context, found);
    if (what !== undefined) return `${path.length === 0 ? 'it' : json.formatJsonPath(path)} is ${what}`;
  }
  return undefined;
}

const WHAT: { readonly [type: string]: (context: QuickJSContext, value: QuickJSHandle) => string } = {
  number: (context, value) => `${context.getNumber(value)}; numbers must be finite`,
  undefined: () => 'undefined; write null',
  symbol: () => 'a symbol; make it a text',
};

type Path = readonly (string | number)[];

function* nullsIn(value: unknown, path: Path): Generator<Path> {
  if (value === null) yield path;
  else if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* nullsIn(item, [...path, i]);
  else if (typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) yield* nullsIn(item, [...path, name]);
  }
}
