import type { QuickJSContext, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { FUNCTIONS } from '../../language.js';
import { type Engine, type EngineError, NO_ACCOUNT, type Outcome } from '../engine.js';
import type { GuestCodeAlarm } from '../wasm/guest-code-alarm.js';
import type { WasmMemory } from '../wasm/wasm.js';
import { callFunction, type Loaded } from './call-function.js';
import { callGuest, failed, succeeded } from './call-guest.js';
import { FILE, hostErrorOf, NO_MEMORY, scriptErrorOf } from './errors.js';
import { markLoops, stopAtMark } from './mark-loops.js';
import { type MemoryImage, takeImage } from './memory-image.js';
import { PRELUDE, UNEXPORTED } from './prelude.js';
import { stripTypes } from './strip-types.js';

/** A started interpreter, with a snapshot of its memory before any script. */
export type Interpreter = {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WasmMemory;
  readonly alarm: GuestCodeAlarm;
  readonly pristine: MemoryImage;
  readonly rollsBack: boolean;
};

/** With a larger stack, QuickJS's own recursion would overflow the stack of the thread first. */
const STACK_BYTES = 128 * 1024;

/**
 * An engine on an interpreter. Instead of freeing what a script left, it restores the whole memory; handles into it are
 * simply dropped.
 */
export function engineOf({ quickjs, memory, alarm, pristine, rollsBack }: Interpreter): Engine {
  let loaded: Loaded | undefined;
  let dead: EngineError | undefined;

  function attempt<T>(work: () => Outcome<T>): Outcome<T> {
    if (dead !== undefined) return failed(dead);
    try {
      return work();
    } catch (error) {
      dead = hostErrorOf(error);
      return failed(dead);
    }
  }

  function freshContext(): QuickJSContext {
    loaded = undefined;
    pristine.restore();
    const context = quickjs.newRuntime({ maxStackSizeBytes: STACK_BYTES }).newContext();
    // The context caches these on first use, so they must exist before the snapshot is taken.
    void [context.undefined, context.null, context.true, context.false, context.global];
    return context;
  }

  function load(program: Uint8Array): Outcome<readonly string[]> {
    const { type, code } = unpack(program);
    const context = freshContext();
    const ownJson = context.getProp(context.global, 'JSON');
    const json = { parse: context.getProp(ownJson, 'parse'), stringify: context.getProp(ownJson, 'stringify') };
    const entry = context.unwrapResult(context.evalCode(PRELUDE, 'prelude', { type: 'global' }));
    const run = context.evalCode(code, FILE, { type });
    if (run.error) {
      const reply = callGuest(context, entry, [context.newString('explain'), run.error]);
      return reply.ok ? failed(NO_MEMORY) : reply;
    }
    if (type === 'module') callGuest(context, entry, [context.newString('adopt'), run.value]);
    const names = Object.values(FUNCTIONS.javascript).filter((name) => {
      const found = callGuest(context, entry, [context.newString('find'), context.newString(name)]);
      return found.ok && found.value.found === true;
    });
    loaded = { program, context, entry, json, image: takeImage(memory) };
    return succeeded(names);
  }

  /** Loads the script with marked loops instead of the original, if that compiles. */
  function loadMarked(program: Uint8Array): void {
    const { type, code } = unpack(program);
    if (!load(pack(type, markLoops(code))).ok) load(program);
  }

  return {
    compile: (source) =>
      attempt(() => {
        const stripped = stripTypes(source);
        if ('error' in stripped) return failed(stripped.error);
        const { code } = stripped;
        const asScript = checkSyntax(freshContext(), code, 'global');
        const asModule = asScript === undefined ? undefined : checkSyntax(freshContext(), code, 'module');
        pristine.restore();
        if (asScript === undefined) return succeeded(pack('global', code));
        return asModule === undefined
          ? succeeded(pack('module', `${code}\n${SHOW_ALL}`))
          : failed(MODULE.test(code) ? asModule : asScript);
      }),
    load: (program) => attempt(() => load(program)),
    call: (name, args, seed, account = NO_ACCOUNT, isStrict = false) =>
      attempt(() => {
        if (loaded === undefined) throw new Error('no script is loaded');
        const { image } = loaded;
        const outcome = callFunction(loaded, { name, args, seed, isStrict }, account, alarm);
        account.server();
        if (rollsBack) image.restore();
        return outcome;
      }),
    locate: (name, args, seed, isOver) =>
      attempt(() => {
        if (loaded === undefined) throw new Error('no script is loaded');
        const { program } = loaded;
        loadMarked(program);
        const { context, entry } = loaded;
        stopAtMark(context, isOver);
        const outcome = callFunction(loaded, { name, args, seed }, NO_ACCOUNT, alarm);
        const { printed } = outcome.ok ? outcome : callGuest(context, entry, [context.newString('printed')]);
        load(program);
        return { ...outcome, printed };
      }),
    memoryBytes: () => memory.buffer.byteLength,
  };
}

/** The syntax error of a source, read as a script or as a module; undefined if there is none. */
function checkSyntax(context: QuickJSContext, code: string, type: 'global' | 'module'): EngineError | undefined {
  const compiled = context.evalCode(code, FILE, { type, compileOnly: true });
  if (compiled.error === undefined) return undefined;
  const { name = '', message = '', stack = '' } = context.dump(compiled.error) as { [field: string]: string };
  return { ...scriptErrorOf({ name, message, stack }, code), code: 'script/syntax' };
}

/**
 * Modules hide what they do not export; this makes the two functions visible even if the module exports something else.
 */
const SHOW_ALL = `export const ${UNEXPORTED} = { ${Object.values(FUNCTIONS.javascript)
  .map((name) => `${name}: typeof ${name} === 'function' ? ${name} : undefined`)
  .join(', ')} };`;

/** A source with imports or exports was meant as a module. */
const MODULE = /^\s*(?:export|import)\b/m;

const pack = (type: 'global' | 'module', code: string): Uint8Array => Buffer.from(`${type}\n${code}`);

function unpack(program: Uint8Array): { readonly type: 'global' | 'module'; readonly code: string } {
  const text = Buffer.from(program).toString();
  const end = text.indexOf('\n');
  return { type: text.slice(0, end) === 'module' ? 'module' : 'global', code: text.slice(end + 1) };
}
