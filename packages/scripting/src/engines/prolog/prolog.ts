import type { Seed } from '../chance.js';
import { Denied, GaveUp } from '../emscripten/sealed-imports.js';
import { type Account, type Engine, type EngineKind, type Fault, NO_ACCOUNT, type Outcome } from '../engine.js';
import { NO_MEMORY, readReply } from '../reply.js';
import { PAGE } from '../wasm/wasm.js';
import { PIECE, type Run, runsOf } from '../wasm/write-map.js';
import { askProlog } from './ask.js';
import { callScript, type ScriptCall, type Way } from './call-script.js';
import { type PrologImage, prepareProlog, SCRIPT_MEMORY } from './image.js';
import { emptyLayer, keep, putBack, sizeOf } from './layers.js';
import { instantiate, type Sealed } from './seal.js';
import { withEscapesOfJson, withPlainHead } from './write-json.js';

/** Prolog: SWI-Prolog in WebAssembly, without a way out. */
export const prolog: EngineKind<PrologImage> = {
  prepare: prepareProlog,
  open: async (image) => engineOf(image, () => instantiate(image)),
};

/** Memory never shrinks; an instance that has grown by more than this is replaced by a new one. */
const TOLERATED_GROWTH = 32 * 1_048_576;

/** A call that failed so soon is made a second time to see where; others have used up too much of their time. */
const FEW_STEPS = 100_000;

/** The engine that instances of one image make, whatever they are fenced in by. */
export function engineOf(image: PrologImage, open: () => Sealed): Engine {
  /** What is remembered beyond the image. */
  const own = emptyLayer(image.bytes + SCRIPT_MEMORY);
  const layers = [image.layer, own];
  let bytes = image.bytes;
  let instance = open();

  /** A new instance, with what is remembered in its memory. */
  function begin(): void {
    instance = open();
    const { memory } = instance.api;
    const lacking = bytes - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(lacking / PAGE);
    for (const layer of layers) putBack(memory, [layer], runsOf(layer.has));
    instance.written.clear();
  }

  /** Sets memory back to what is remembered, in a new instance where the old one is no longer fit. */
  function rollBack(isBroken = false): void {
    const { memory } = instance.api;
    const runs = isBroken ? undefined : writtenIn(instance);
    if (runs === undefined || memory.buffer.byteLength + sizeOf(runs) > bytes + TOLERATED_GROWTH) begin();
    else {
      putBack(memory, layers, runs);
      instance.written.clear();
    }
    instance.api.stackRestore(image.stackPointer);
  }

  /** Sets memory back to the image. */
  function startOver(): void {
    const loaded = [...runsOf(own.has)];
    own.has.fill(0);
    bytes = image.bytes;
    putBack(instance.api.memory, layers, loaded);
    rollBack();
  }

  function remember(): void {
    keep(own, instance.api.memory, writtenIn(instance) ?? []);
    bytes = instance.api.memory.buffer.byteLength;
    instance.written.clear();
  }

  /** Asks Prolog and reads its reply; whatever was left behind inside is for the caller to clear away. */
  function ask<T>(seed: Seed, work: () => Uint8Array | undefined, read: (text: string) => T): Outcome<T> {
    instance.seal.begin(seed, image.bytes + SCRIPT_MEMORY);
    try {
      const reply = work();
      const printed = instance.takePrinted();
      if (reply === undefined) return { ok: false, fault: NO_MEMORY, printed };
      const outcome = readReply(withPlainHead(reply), (body) =>
        read(withEscapesOfJson(Buffer.from(body.buffer, body.byteOffset, body.length).toString())),
      );
      const isDeep = !outcome.ok && outcome.fault.code === 'script/out-of-stack';
      const isLarge = !isDeep && sizeOf(writtenIn(instance) ?? []) > SCRIPT_MEMORY;
      return isLarge ? { ok: false, fault: NO_MEMORY, printed } : { ...outcome, printed };
    } catch (error) {
      const fault = faultOf(error);
      const printed = instance.takePrinted();
      rollBack(true);
      return { ok: false, fault, printed };
    }
  }

  function load(source: string): Outcome<readonly string[]> {
    startOver();
    const work = () => askProlog(instance.api, 'load_script', source, instance.written.mark);
    return ask(0, work, (text) => JSON.parse(text) as readonly string[]);
  }

  /** How many steps the last call took, before memory is set back. */
  function steps(): number {
    const reply = askProlog(instance.api, 'steps', '', instance.written.mark);
    return reply === undefined ? Number.POSITIVE_INFINITY : Number(Buffer.from(reply).toString());
  }

  function call(predicate: Way, script: ScriptCall, account: Account): Outcome<string> {
    let answer: string | undefined;
    let isDeep = false;
    const work = (): Uint8Array | undefined => {
      const called = callScript(instance.api, predicate, script, account, instance.written.mark);
      isDeep = called === 'deep';
      if (called === undefined || called === 'deep') return undefined;
      answer = called.answer;
      return called.reply;
    };
    const outcome = ask(script.seed, work, (text) => answer ?? text);
    return isDeep ? { ok: false, fault: TOO_DEEP, printed: '' } : outcome;
  }

  /** The same failure with a place, where the call fails once more when it is made in a way that shows it. */
  function explained(outcome: Outcome<string>, script: ScriptCall, account: Account): Outcome<string> {
    const again = call('explain_script', script, account);
    account.server();
    rollBack();
    const isSame = !again.ok && again.fault.code === 'script/raised' && again.fault.line !== undefined;
    return isSame ? again : outcome;
  }

  begin();
  rollBack();
  return {
    compile(source) {
      const { printed, ...outcome } = load(source);
      startOver();
      return outcome.ok ? { ok: true, value: Buffer.from(source), printed: '' } : { ...outcome, printed };
    },
    load(program) {
      const outcome = load(Buffer.from(program).toString());
      if (outcome.ok) remember();
      else startOver();
      return outcome;
    },
    call(name, args, seed, account = NO_ACCOUNT) {
      const script = { name, args: JSON.parse(args) as readonly unknown[], seed };
      const outcome = call('call_script', script, account);
      const isShort = !outcome.ok && outcome.fault.code === 'script/raised' && steps() < FEW_STEPS;
      account.server();
      rollBack();
      return isShort ? explained(outcome, script, account) : outcome;
    },
    locate(name, args, seed) {
      const script = { name, args: JSON.parse(args) as readonly unknown[], seed };
      const work = (): Uint8Array | undefined => {
        const called = callScript(instance.api, 'watch_script', script, NO_ACCOUNT, instance.written.mark);
        if (called !== undefined && called !== 'deep') return called.reply;
        return askProlog(instance.api, 'stopped_at', '', instance.written.mark);
      };
      const outcome = ask(seed, work, (text) => text);
      rollBack();
      return outcome;
    },
    memoryBytes: () => instance.api.memory.buffer.byteLength,
  };
}

/** What was written since memory was last as remembered; a store may reach over the end of the piece that it marked. */
function writtenIn({ api, written }: Sealed): readonly Run[] | undefined {
  const pieces = api.memory.buffer.byteLength / PIECE;
  return written.written()?.map(([from, to]) => [from, Math.min(to + 1, pieces)]);
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
