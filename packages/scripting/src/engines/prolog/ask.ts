import { STRING, UTF8 } from './inside.js';
import type { Api } from './seal.js';

// Constants of SWI-Prolog.h.
export const CATCH = 8;
const FROM_STRING = 2;

/** The predicates of the prelude from text to text. */
export type Entry = 'make_room' | 'load_script' | 'steps' | 'stopped_at';

type Mark = (at: number, length: number) => void;

/**
 * Calls a predicate of the prelude from text to text; undefined if even that failed, for want of memory. `mark` hears
 * what is written into memory from here.
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

/** A predicate of the prelude. */
export const predicateOf = (api: Api, name: string, arity: number, mark: Mark): number =>
  api.predicate(write(api, `${name}\0`, mark).at, arity, write(api, 'chessmith\0', mark).at);

/** The UTF-8 of a string, or undefined for anything else. */
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
