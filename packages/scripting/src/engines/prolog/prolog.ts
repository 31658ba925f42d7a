import type { Engine, EngineKind, Fault, Outcome } from '../engine.js';
import { NO_MEMORY, readReply } from '../python/reply.js';
import { Denied, GaveUp } from '../python/sealed-imports.js';
import { PAGE } from '../python/wasm.js';
import { askProlog, type Entry } from './ask.js';
import { type PrologImage, prepareProlog, SCRIPT_MEMORY } from './image.js';
import { instantiate, type Sealed } from './seal.js';
import { atomOf, termOf } from './terms.js';

/** Prolog: SWI-Prolog in WebAssembly, without a way out. */
export const prolog: EngineKind<PrologImage> = {
  prepare: prepareProlog,
  open: async (image) => engineOf(image, () => instantiate(image.module)),
};

/** Memory never shrinks; an instance that has grown by more than this is replaced by a new one. */
const TOLERATED_GROWTH = 32 * 1_048_576;

/** The engine that instances of one image make, whatever they are fenced in by. */
export function engineOf(image: PrologImage, open: () => Sealed): Engine {
  const pristine = new Uint8Array(image.memory);
  let instance = open();
  let remembered: Uint8Array = pristine;

  /** Sets memory back to what was remembered, in a new instance where the old one is no longer fit. */
  function rollBack(isBroken = false): void {
    const grown = instance.api.memory.buffer.byteLength - remembered.length;
    if (isBroken || grown > TOLERATED_GROWTH) instance = open();
    const { memory, stackRestore } = instance.api;
    const lacking = remembered.length - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(lacking / PAGE);
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(remembered);
    bytes.fill(0, remembered.length);
    stackRestore(image.stackPointer);
  }

  function startOver(): void {
    remembered = pristine;
    rollBack();
  }

  /** Asks Prolog and reads its reply; whatever was left behind inside is for the caller to clear away. */
  function ask<T>(predicate: Entry, request: string, seed: number, read: (text: string) => T): Outcome<T> {
    instance.seal.begin(seed, pristine.length + SCRIPT_MEMORY);
    try {
      const reply = askProlog(instance.api, predicate, Buffer.from(request));
      const printed = instance.takePrinted();
      if (reply === undefined) return { ok: false, fault: NO_MEMORY, printed };
      return { ...readReply(reply, (body) => read(Buffer.from(body).toString('latin1'))), printed };
    } catch (error) {
      const fault = faultOf(error);
      const printed = instance.takePrinted();
      rollBack(true);
      return { ok: false, fault, printed };
    }
  }

  function load(source: string): Outcome<readonly string[]> {
    startOver();
    return ask('load_script', source, 0, (text) => JSON.parse(text) as readonly string[]);
  }

  startOver();
  return {
    compile(source) {
      const { printed, ...outcome } = load(source);
      startOver();
      return outcome.ok ? { ok: true, value: Buffer.from(source), printed: '' } : { ...outcome, printed };
    },
    load(program) {
      const outcome = load(Buffer.from(program).toString());
      if (outcome.ok) remembered = new Uint8Array(instance.api.memory.buffer).slice();
      else startOver();
      return outcome;
    },
    call(name, args, seed) {
      const term = termOf(JSON.parse(args));
      if (term === undefined) return { ok: false, fault: TOO_DEEP, printed: '' };
      const outcome = ask('call_script', `call(${atomOf(name)},${term},${Math.trunc(seed)})`, seed, (text) => text);
      rollBack();
      return outcome;
    },
    memoryBytes: () => instance.api.memory.buffer.byteLength,
  };
}

const TOO_DEEP: Fault = { code: 'script/too-large', message: 'The position is nested too deep.', fatal: false };

/** What an exception that came out of the interpreter means. A new instance takes its place, so none is fatal. */
function faultOf(error: unknown): Fault {
  if (error instanceof Denied) {
    const message = `The script reached for what is outside: ${error.asked}.`;
    return { code: 'script/forbidden', message, fatal: false };
  }
  // SWI-Prolog gives up where C's memory ends.
  if (error instanceof GaveUp) return NO_MEMORY;
  if (error instanceof RangeError && error.message.startsWith('Maximum call stack')) {
    return { code: 'script/out-of-stack', message: 'The script goes too deep.', fatal: false };
  }
  const why = error instanceof Error ? error.message : String(error);
  return { code: 'script/engine-died', message: `The interpreter broke down: ${why}`.slice(0, 500), fatal: false };
}
