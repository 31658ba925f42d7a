import { api } from '@chessmith/protocol';
import type { ServiceRefusal } from '@chessmith/service';
import { err, json, ok, type Result } from '@chessmith/std';
import { Compile } from 'typebox/compile';
import { type ValidationProblem, validationMessage } from '../http/validation-message.js';

type FrameRefusal = { readonly key?: string; readonly refusal: ServiceRefusal };

const READERS = new Map(Object.entries(api.CLIENT_FRAMES).map(([type, schema]) => [type, Compile(schema)]));

/** Reads a frame. The refusal has the frame's key if it could be found. */
export function readFrame(text: string): Result<api.ClientFrame, FrameRefusal> {
  const { value, repeats } = parse(text);
  if (typeof value !== 'object' || value === null) return malformed(undefined, 'it is not a JSON object');
  const { type, key: sentKey } = value as { readonly type?: unknown; readonly key?: unknown };
  const key = typeof sentKey === 'string' && sentKey !== '' && sentKey.length <= 128 ? sentKey : undefined;
  if (repeats) return malformed(key, 'it has a duplicate field');
  const reader = typeof type === 'string' ? READERS.get(type) : undefined;
  if (reader === undefined) return malformed(key, `its type is none of ${[...READERS.keys()].join(', ')}`);
  if (reader.Check(value)) return ok(value as api.ClientFrame);
  const wrong = validationMessage(reader.Errors(value));
  return malformed(key, `${wrong.path || 'it'} ${wrong.reason}`, wrong);
}

const MAY_BE_POISONED = /__proto__|\\u/;
const withoutPoison = (name: string, value: unknown) => (name === '__proto__' ? undefined : value);

function parse(text: string): { readonly value?: unknown; readonly repeats?: boolean } {
  try {
    const value = JSON.parse(text);
    const repeats = json.hasDuplicateKey(text, value);
    // Testing the text is cheaper than testing every field.
    return { value: MAY_BE_POISONED.test(text) ? JSON.parse(text, withoutPoison) : value, repeats };
  } catch {
    return {};
  }
}

function malformed(key: string | undefined, why: string, facts?: ValidationProblem): Result<never, FrameRefusal> {
  const refusal = { code: 'request/malformed', message: `Malformed frame: ${why}.`, facts: facts ?? { detail: why } };
  return err(key === undefined ? { refusal } : { key, refusal });
}
