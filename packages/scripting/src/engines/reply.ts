import { json } from '@chessmith/std';
import { engineFacts, INTERPRETER_ERROR_CODES } from '../script-error.js';
import type { EngineError, Outcome } from './engine.js';

export const NO_MEMORY: EngineError = {
  code: 'script/out-of-memory',
  message: 'The script needs more memory than it may use.',
  fatal: false,
};

const headReader = json.object({
  printed: json.string({ maxLength: 20_000 }),
  error: json.optional(
    json.object({
      code: json.literal(...INTERPRETER_ERROR_CODES),
      message: json.string({ maxLength: 500 }),
      line: json.optional(json.integer({ min: 0 })),
      column: json.optional(json.integer({ min: 0 })),
      traceback: json.optional(json.string({ maxLength: 4000 })),
      facts: json.optional(engineFacts),
    }),
  ),
});

const LINE_END = 10;

/** No honest program or answer is longer. */
const REPLY_BYTES = 32 * 1_048_576;

/**
 * Reads a reply of the prelude: a line of JSON, then the result. A script may have tampered with the prelude, so every
 * field is checked, and a malformed reply counts as a forbidden action of the script.
 */
export function readReply<T>(reply: Uint8Array, read: (body: Uint8Array) => T): Outcome<T> {
  try {
    const end = reply.indexOf(LINE_END);
    if (end < 0 || reply.length > REPLY_BYTES) return TAMPERED;
    const head = json.readJson(headReader, JSON.parse(Buffer.from(reply.subarray(0, end)).toString('latin1')));
    if (!head.ok) return TAMPERED;
    const { printed, error } = head.value;
    if (error !== undefined) {
      const facts = error.facts ?? { detail: error.message };
      return { ok: false, error: { ...error, facts, fatal: false }, printed };
    }
    return { ok: true, value: read(reply.subarray(end + 1)), printed };
  } catch {
    return TAMPERED;
  }
}

const TAMPERED: Outcome<never> = {
  ok: false,
  error: { code: 'script/forbidden', message: 'The script modified its interpreter.', fatal: true },
  printed: '',
};
