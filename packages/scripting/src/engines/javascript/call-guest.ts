import { json } from '@chessmith/std';
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import type { EngineError, Outcome } from '../engine.js';
import { NO_MEMORY, scriptErrorOf } from './errors.js';
import { withoutMark } from './mark-loops.js';

const replyReader = json.object({
  printed: json.string(),
  missing: json.optional(json.boolean()),
  found: json.optional(json.boolean()),
  odd: json.optional(json.string()),
  error: json.optional(json.object({ name: json.string(), message: json.string(), stack: json.string() })),
});
type GuestReply = json.JsonValueOf<typeof replyReader>;

/** Calls the prelude, which replies with JSON. */
export function callGuest(
  context: QuickJSContext,
  entry: QuickJSHandle,
  words: readonly QuickJSHandle[],
): Outcome<GuestReply> {
  const reply = context.callFunction(entry, context.undefined, [...words]);
  if (reply.error) return failed(uncaught(context, reply.error));
  const read = json.readJsonText(replyReader, context.getString(reply.value));
  if (!read.ok) throw new Error('the prelude was tampered with');
  const { error, printed } = read.value;
  if (error !== undefined) return failed(scriptErrorOf(error), printed);
  return succeeded(read.value, printed);
}

/** Errors that the prelude cannot catch: out of memory, or the interruption of a call that is being located. */
function uncaught(context: QuickJSContext, error: QuickJSHandle): EngineError {
  const read = (name: string) => context.getString(context.getProp(error, name));
  const message = read('message');
  return message === 'interrupted'
    ? scriptErrorOf({ name: '', message, stack: withoutMark(read('stack')) })
    : NO_MEMORY;
}

export const succeeded = <T>(value: T, printed = ''): Outcome<T> => ({ ok: true, value, printed });
export const failed = (error: EngineError, printed = ''): Outcome<never> => ({ ok: false, error, printed });
