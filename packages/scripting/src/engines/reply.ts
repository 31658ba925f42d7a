import { json } from '@chessmith/std';
import { type Fault, type Outcome, TOLD_FAULTS } from './engine.js';

export const NO_MEMORY: Fault = {
  code: 'script/out-of-memory',
  message: 'The script needs more memory than it may use.',
  fatal: false,
};

const headReader = json.object({
  printed: json.string({ maxLength: 20_000 }),
  fault: json.optional(
    json.object({
      code: json.literal(...TOLD_FAULTS),
      message: json.string({ maxLength: 500 }),
      line: json.optional(json.integer({ min: 0 })),
      column: json.optional(json.integer({ min: 0 })),
      traceback: json.optional(json.string({ maxLength: 4000 })),
    }),
  ),
});

const LINE_END = 10;

/** No honest program or answer is longer. */
const REPLY_BYTES = 32 * 1_048_576;

/**
 * Reads what the prelude replied: a line of JSON, then the result. A script may have tampered with the prelude, so
 * everything is checked, and what the prelude would not have written is the script's fault.
 */
export function readReply<T>(reply: Uint8Array, read: (body: Uint8Array) => T): Outcome<T> {
  try {
    const end = reply.indexOf(LINE_END);
    if (end < 0 || reply.length > REPLY_BYTES) return TAMPERED;
    const head = json.readJson(headReader, JSON.parse(Buffer.from(reply.subarray(0, end)).toString('latin1')));
    if (!head.ok) return TAMPERED;
    const { printed, fault } = head.value;
    if (fault !== undefined) return { ok: false, fault: { ...fault, fatal: false }, printed };
    return { ok: true, value: read(reply.subarray(end + 1)), printed };
  } catch {
    return TAMPERED;
  }
}

const TAMPERED: Outcome<never> = {
  ok: false,
  fault: { code: 'script/forbidden', message: 'The script has changed the interpreter it runs in.', fatal: true },
  printed: '',
};
