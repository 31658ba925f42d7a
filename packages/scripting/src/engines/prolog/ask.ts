import type { Api } from './instance.js';
import { STRING, UTF8 } from './scratch-memory.js';

// Constants of SWI-Prolog.h.
export const CATCH = 8;
const FROM_STRING = 2;

/** The predicates of the prelude that map text to text. */
export type Entry = 'reserve_stacks' | 'load_script' | 'steps' | 'stopped_at';

type Mark = (at: number, length: number) => void;

/**
 * Calls a predicate of the prelude that maps text to text; undefined if memory ran out. Bytes written from outside are
 * reported to `mark`.
 */
export function askProlog(api: Api, predicate: Entry, request: string, mark: Mark): Uint8Array | undefined {
  const frame = api.openFrame();
  const terms = api.newTerms(2);
  const text = write(api, request, mark);
  if (text.at === 0 || api.putChars(terms, STRING | UTF8, text.length, text.at) === 0) return undefined;
  api.free(text.at);
  if (api.callPredicate(0, CATCH, predicateOf(api, predicate, 2, mark), terms) === 0) return undefined;
  const reply = bytesOfString(api, terms + 1);
  if (reply !== undefined) api.discardFrame(frame);
  return reply;
}

/** Looks up a predicate of the prelude. */
export const predicateOf = (api: Api, name: string, arity: number, mark: Mark): number =>
  api.predicate(write(api, `${name}\0`, mark).at, arity, write(api, 'chessmith\0', mark).at);

/** The UTF-8 bytes of a string, or undefined for any other term. */
export function bytesOfString(api: Api, term: number): Uint8Array | undefined {
  const out = api.malloc(8);
  if (out === 0 || api.getChars(term, out, out + 4, FROM_STRING | UTF8) === 0) return undefined;
  const [length, at] = new Uint32Array(api.memory.buffer, out, 2);
  return new Uint8Array(api.memory.buffer).slice(at!, at! + length!);
}

function write(api: Api, text: string, mark: Mark): { readonly at: number; readonly length: number } {
  const bytes = Buffer.from(text);
  const at = api.malloc(Math.max(1, bytes.length));
  if (at !== 0) {
    new Uint8Array(api.memory.buffer).set(bytes, at);
    mark(at, bytes.length);
  }
  return { at, length: bytes.length };
}
