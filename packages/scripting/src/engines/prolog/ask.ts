import type { Api } from './seal.js';

// Constants of SWI-Prolog.h.
const STRING = 6;
const UTF8 = 0x100000;
const CATCH = 8;
const NO_DEBUG = 4;
const FROM_STRING = 2;

/** The predicates of the prelude that are called from outside. */
export type Entry = 'load_script' | 'call_script';

/** Calls a predicate of the prelude from text to text; undefined if even that failed, for want of memory. */
export function askProlog(api: Api, predicate: Entry, request: Uint8Array): Uint8Array | undefined {
  const frame = api.openFrame();
  const terms = api.newTerms(2);
  const text = write(api, request);
  if (text === 0 || api.putChars(terms, STRING | UTF8, request.length, text) === 0) return undefined;
  api.free(text);
  const found = api.predicate(write(api, Buffer.from(`${predicate}\0`)), 2, write(api, Buffer.from('chessmith\0')));
  if (api.callPredicate(0, CATCH | NO_DEBUG, found, terms) === 0) return undefined;
  const out = api.malloc(8);
  if (out === 0 || api.getChars(terms + 1, out, out + 4, FROM_STRING | UTF8) === 0) return undefined;
  const [length, at] = new Uint32Array(api.memory.buffer, out, 2);
  const reply = new Uint8Array(api.memory.buffer).slice(at!, at! + length!);
  api.discardFrame(frame);
  return reply;
}

function write(api: Api, bytes: Uint8Array): number {
  const at = api.malloc(Math.max(1, bytes.length));
  if (at !== 0) new Uint8Array(api.memory.buffer).set(bytes, at);
  return at;
}
