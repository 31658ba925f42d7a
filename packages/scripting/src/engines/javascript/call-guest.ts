import { json } from '@chessmith/std';
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import type { Fault, Outcome } from '../engine.js';
import { faultOfError, NO_MEMORY } from './faults.js';
import { withoutMark } from './mark-loops.js';

const told = json.object({
  printed: json.string(),
  missing: json.optional(json.boolean()),
  found: json.optional(json.boolean()),
  odd: json.optional(json.string()),
  error: json.optional(json.object({ name: json.string(), message: json.string(), stack: json.string() })),
});
type Told = json.JsonValueOf<typeof told>;

/** Speaks with the prelude, which answers in JSON. */
export function callGuest(
  context: QuickJSContext,
  door: QuickJSHandle,
  words: readonly QuickJSHandle[],
): Outcome<Told> {
  const reply = context.callFunction(door, context.undefined, [...words]);
  if (reply.error) return failed(uncaught(context, reply.error));
  const read = json.readJsonText(told, context.getString(reply.value));
  if (!read.ok) throw new Error('the prelude was tampered with');
  const { error, printed } = read.value;
  if (error !== undefined) return failed(faultOfError(error), printed);
  return succeeded(read.value, printed);
}

/** What the prelude could not catch: that no memory is left, or that a call was stopped to see where it was. */
function uncaught(context: QuickJSContext, error: QuickJSHandle): Fault {
  const read = (name: string) => context.getString(context.getProp(error, name));
  const message = read('message');
  return message === 'interrupted' ? faultOfError({ name: '', message, stack: withoutMark(read('stack')) }) : NO_MEMORY;
}

export const succeeded = <T>(value: T, printed = ''): Outcome<T> => ({ ok: true, value, printed });
export const failed = (fault: Fault, printed = ''): Outcome<never> => ({ ok: false, fault, printed });
