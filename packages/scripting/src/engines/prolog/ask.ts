import type { Api } from './seal.js';

// Constants of SWI-Prolog.h.
const STRING = 6;
const UTF8 = 0x100000;
const CATCH = 8;
const FROM_STRING = 2;

/** The predicates of the prelude that are called from outside. */
export type Entry = 'make_room' | 'load_script' | 'call_script' | 'explain_script' | 'steps';

/**
 * Calls a predicate of the prelude from text to text; undefined if even that failed, for want of memory. `mark` hears
 * what is written into memory from here.
 */
export function askProlog(
  api: Api,
  predicate: Entry,
  request: string,
  mark: (at: number, length: number) => void,
): Uint8Array | undefined {
  const write = (text: string): { readonly at: number; readonly length: number } => {
    const bytes = Buffer.from(text);
    const at = api.malloc(Math.max(1, bytes.length));
    if (at !== 0) {
      new Uint8Array(api.memory.buffer).set(bytes, at);
      mark(at, bytes.length);
    }
    return { at, length: bytes.length };
  };
  const frame = api.openFrame();
  const terms = api.newTerms(2);
  const text = write(request);
  if (text.at === 0 || api.putChars(terms, STRING | UTF8, text.length, text.at) === 0) return undefined;
  api.free(text.at);
  const found = api.predicate(write(`${predicate}\0`).at, 2, write('chessmith\0').at);
  if (api.callPredicate(0, CATCH, found, terms) === 0) return undefined;
  const out = api.malloc(8);
  if (out === 0 || api.getChars(terms + 1, out, out + 4, FROM_STRING | UTF8) === 0) return undefined;
  const [length, at] = new Uint32Array(api.memory.buffer, out, 2);
  const reply = new Uint8Array(api.memory.buffer).slice(at!, at! + length!);
  api.discardFrame(frame);
  return reply;
}
