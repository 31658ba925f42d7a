import type { Seed } from '../chance.js';
import { Aborted, Denied } from '../emscripten/restricted-imports.js';
import { type Account, type Engine, type EngineError, type EngineKind, NO_ACCOUNT, type Outcome } from '../engine.js';
import { NO_MEMORY, readReply } from '../reply.js';
import { PAGE } from '../wasm/wasm.js';
import { PIECE, type Run, runsOf } from '../wasm/write-map.js';
import { askProlog } from './ask.js';
import { type CallPredicate, callScript, type ScriptCall } from './call-script.js';
import { type PrologImage, prepareProlog, SCRIPT_MEMORY } from './image.js';
import { instantiate, type PrologInstance } from './instance.js';
import { emptyLayer, keep, putBack, sizeOf } from './layers.js';
import { withEscapesOfJson, withPlainHead } from './write-json.js';

/** Prolog: SWI-Prolog in WebAssembly, isolated from the host. */
export const prolog: EngineKind<PrologImage> = {
  prepare: prepareProlog,
  open: async (image) => engineOf(image, () => instantiate(image)),
};

/** Memory never shrinks; an instance that has grown by more than this is replaced. */
const TOLERATED_GROWTH = 32 * 1_048_576;

/**
 * A call that failed after fewer steps is repeated to find the place of the error; longer ones have used up too much
 * time.
 */
const FEW_STEPS = 100_000;

/** An engine on instances of one image, restricted or not. */
export function engineOf(image: PrologImage, open: () => PrologInstance): Engine {
  /** The memory of the loaded script, on top of the image. */
  const own = emptyLayer(image.bytes + SCRIPT_MEMORY);
  const layers = [image.layer, own];
  let bytes = image.bytes;
  let instance = open();

  /** Creates a new instance with the memory of image and script. */
  function begin(): void {
    instance = open();
    const { memory } = instance.api;
    const lacking = bytes - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(lacking / PAGE);
    for (const layer of layers) putBack(memory, [layer], runsOf(layer.has));
    instance.written.clear();
  }

  /** Restores memory to what it was after loading, in a new instance if the old one broke or grew too much. */
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

  /** Restores memory to the image, without a script. */
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

  /** Calls Prolog and reads its reply; the caller must restore memory afterwards. */
  function ask<T>(seed: Seed, work: () => Uint8Array | undefined, read: (text: string) => T): Outcome<T> {
    instance.imports.begin(seed, image.bytes + SCRIPT_MEMORY);
    try {
      const reply = work();
      const printed = instance.takePrinted();
      if (reply === undefined) return { ok: false, error: NO_MEMORY, printed };
      const outcome = readReply(withPlainHead(reply), (body) =>
        read(withEscapesOfJson(Buffer.from(body.buffer, body.byteOffset, body.length).toString())),
      );
      const isDeep = !outcome.ok && outcome.error.code === 'script/out-of-stack';
      const isLarge = !isDeep && sizeOf(writtenIn(instance) ?? []) > SCRIPT_MEMORY;
      return isLarge ? { ok: false, error: NO_MEMORY, printed } : { ...outcome, printed };
    } catch (thrown) {
      const error = errorOf(thrown);
      const printed = instance.takePrinted();
      rollBack(true);
      return { ok: false, error, printed };
    }
  }

  function load(source: string): Outcome<readonly string[]> {
    startOver();
    const work = () => askProlog(instance.api, 'load_script', source, instance.written.mark);
    return ask(0, work, (text) => JSON.parse(text) as readonly string[]);
  }

  /** How many steps the last call took; must be asked before memory is restored. */
  function steps(): number {
    const reply = askProlog(instance.api, 'steps', '', instance.written.mark);
    return reply === undefined ? Number.POSITIVE_INFINITY : Number(Buffer.from(reply).toString());
  }

  function call(predicate: CallPredicate, script: ScriptCall, account: Account): Outcome<string> {
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
    return isDeep ? { ok: false, error: TOO_DEEP, printed: '' } : outcome;
  }

  /**
   * Repeats a failed call with all stack frames kept, to find the line; gives the first outcome if it fails
   * differently.
   */
  function explained(outcome: Outcome<string>, script: ScriptCall, account: Account): Outcome<string> {
    const again = call('explain_script', script, account);
    account.server();
    rollBack();
    const isSame = !again.ok && again.error.code === 'script/raised' && again.error.line !== undefined;
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
      const isShort = !outcome.ok && outcome.error.code === 'script/raised' && steps() < FEW_STEPS;
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

/**
 * The pieces that were written since memory was last restored. A store may reach into the piece after the one it
 * marked.
 */
function writtenIn({ api, written }: PrologInstance): readonly Run[] | undefined {
  const pieces = api.memory.buffer.byteLength / PIECE;
  return written.written()?.map(([from, to]) => [from, Math.min(to + 1, pieces)]);
}

const TOO_DEEP: EngineError = {
  code: 'script/too-large',
  message: 'The arguments are nested too deeply.',
  fatal: false,
};

/** The error for an exception of the interpreter. A new instance takes its place, so none is fatal. */
function errorOf(thrown: unknown): EngineError {
  if (thrown instanceof Denied) {
    const message = `The script tried to use something outside the sandbox: ${thrown.importName}.`;
    return { code: 'script/forbidden', message, facts: { detail: thrown.importName }, fatal: false };
  }
  // SWI-Prolog aborts when C's heap is full.
  if (thrown instanceof Aborted) return NO_MEMORY;
  if (thrown instanceof RangeError && thrown.message.startsWith('Maximum call stack')) {
    return { code: 'script/out-of-stack', message: 'The script recurses too deeply.', fatal: false };
  }
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  const message = `The interpreter crashed: ${why}`.slice(0, 500);
  return { code: 'script/engine-died', message, facts: { detail: why.slice(0, 500) }, fatal: false };
}
