import type { QuickJSContext, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { FUNCTIONS } from '../../language.js';
import { type Engine, type Fault, NO_ACCOUNT, type Outcome } from '../engine.js';
import type { GuestCodeAlarm } from '../wasm/guest-code-alarm.js';
import type { WasmMemory } from '../wasm/wasm.js';
import { callFunction, type Loaded } from './call-function.js';
import { callGuest, failed, succeeded } from './call-guest.js';
import { FILE, faultOfError, faultOfException, NO_MEMORY } from './faults.js';
import { markLoops, stopAtMark } from './mark-loops.js';
import { type MemoryImage, takeImage } from './memory-image.js';
import { PRELUDE, UNEXPORTED } from './prelude.js';
import { stripTypes } from './strip-types.js';

/** A started interpreter, and its memory as it was before any script. */
export type Interpreter = {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WasmMemory;
  readonly bell: GuestCodeAlarm;
  readonly pristine: MemoryImage;
  readonly rollsBack: boolean;
};

/** More than this, and QuickJS's own recursion meets the end of the machine's stack first. */
const STACK_BYTES = 128 * 1024;

/**
 * The engine that an interpreter makes. Instead of tidying up what a script has left behind, the whole memory goes back
 * to what it was; handles into it are then simply forgotten.
 */
export function engineOf({ quickjs, memory, bell, pristine, rollsBack }: Interpreter): Engine {
  let loaded: Loaded | undefined;
  let dead: Fault | undefined;

  function attempt<T>(work: () => Outcome<T>): Outcome<T> {
    if (dead !== undefined) return failed(dead);
    try {
      return work();
    } catch (error) {
      dead = faultOfException(error);
      return failed(dead);
    }
  }

  function freshContext(): QuickJSContext {
    loaded = undefined;
    pristine.restore();
    const context = quickjs.newRuntime({ maxStackSizeBytes: STACK_BYTES }).newContext();
    // Kept by the context once asked for, so they have to be older than the image of its memory.
    void [context.undefined, context.null, context.true, context.false, context.global];
    return context;
  }

  function load(program: Uint8Array): Outcome<readonly string[]> {
    const { type, code } = unpack(program);
    const context = freshContext();
    const ownJson = context.getProp(context.global, 'JSON');
    const json = { parse: context.getProp(ownJson, 'parse'), stringify: context.getProp(ownJson, 'stringify') };
    const door = context.unwrapResult(context.evalCode(PRELUDE, 'prelude', { type: 'global' }));
    const run = context.evalCode(code, FILE, { type });
    if (run.error) {
      const told = callGuest(context, door, [context.newString('explain'), run.error]);
      return told.ok ? failed(NO_MEMORY) : told;
    }
    if (type === 'module') callGuest(context, door, [context.newString('adopt'), run.value]);
    const names = Object.values(FUNCTIONS.javascript).filter((name) => {
      const found = callGuest(context, door, [context.newString('find'), context.newString(name)]);
      return found.ok && found.value.found === true;
    });
    loaded = { program, context, door, json, image: takeImage(memory) };
    return succeeded(names);
  }

  /** Loads the script with marks in its loops in place of itself, where that can be done. */
  function loadMarked(program: Uint8Array): void {
    const { type, code } = unpack(program);
    if (!load(pack(type, markLoops(code))).ok) load(program);
  }

  return {
    compile: (source) =>
      attempt(() => {
        const stripped = stripTypes(source);
        if ('fault' in stripped) return failed(stripped.fault);
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
        const outcome = callFunction(loaded, { name, args, seed, isStrict }, account, bell);
        account.server();
        if (rollsBack) image.restore();
        return outcome;
      }),
    locate: (name, args, seed, isOver) =>
      attempt(() => {
        if (loaded === undefined) throw new Error('no script is loaded');
        const { program } = loaded;
        loadMarked(program);
        const { context, door } = loaded;
        stopAtMark(context, isOver);
        const outcome = callFunction(loaded, { name, args, seed }, NO_ACCOUNT, bell);
        const { printed } = outcome.ok ? outcome : callGuest(context, door, [context.newString('printed')]);
        load(program);
        return { ...outcome, printed };
      }),
    memoryBytes: () => memory.buffer.byteLength,
  };
}

/** What is wrong with a source read in one of the two ways, if anything. */
function checkSyntax(context: QuickJSContext, code: string, type: 'global' | 'module'): Fault | undefined {
  const compiled = context.evalCode(code, FILE, { type, compileOnly: true });
  if (compiled.error === undefined) return undefined;
  const { name = '', message = '', stack = '' } = context.dump(compiled.error) as { [field: string]: string };
  return { ...faultOfError({ name, message, stack }, code), code: 'script/syntax' };
}

/** A module keeps to itself what it does not export; one that exports something else has the two functions all the same. */
const SHOW_ALL = `export const ${UNEXPORTED} = { ${Object.values(FUNCTIONS.javascript)
  .map((name) => `${name}: typeof ${name} === 'function' ? ${name} : undefined`)
  .join(', ')} };`;

/** A source that imports or exports something was meant as a module. */
const MODULE = /^\s*(?:export|import)\b/m;

const pack = (type: 'global' | 'module', code: string): Uint8Array => Buffer.from(`${type}\n${code}`);

function unpack(program: Uint8Array): { readonly type: 'global' | 'module'; readonly code: string } {
  const text = Buffer.from(program).toString();
  const end = text.indexOf('\n');
  return { type: text.slice(0, end) === 'module' ? 'module' : 'global', code: text.slice(end + 1) };
}
