import { json } from '@chessmith/std';
import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { FUNCTIONS } from '../../language.js';
import type { Engine, Fault, Outcome } from '../engine.js';
import type { WasmMemory } from '../wasm/wasm.js';
import { FILE, faultOfError, faultOfException, NO_MEMORY } from './faults.js';
import { type MemoryImage, takeImage } from './memory-image.js';
import { PRELUDE } from './prelude.js';
import { stripTypes } from './strip-types.js';

/** A started interpreter, and its memory as it was before any script. */
export type Interpreter = {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WasmMemory;
  readonly pristine: MemoryImage;
  readonly rollsBack: boolean;
};

/** More than this, and QuickJS's own recursion meets the end of the machine's stack first. */
const STACK_BYTES = 128 * 1024;

/** A script in its context, as it was after it was loaded. */
type Loaded = { readonly context: QuickJSContext; readonly door: QuickJSHandle; readonly image: MemoryImage };

/**
 * The engine that an interpreter makes. Instead of tidying up what a script has left behind, the whole memory goes back
 * to what it was; handles into it are then simply forgotten.
 */
export function engineOf({ quickjs, memory, pristine, rollsBack }: Interpreter): Engine {
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
          ? succeeded(pack('module', code))
          : failed(MODULE.test(code) ? asModule : asScript);
      }),
    load: (program) =>
      attempt(() => {
        const { type, code } = unpack(program);
        const context = freshContext();
        const door = context.unwrapResult(context.evalCode(PRELUDE, 'prelude', { type: 'global' }));
        const run = context.evalCode(code, FILE, { type });
        if (run.error) {
          const told = knock(context, door, [context.newString('explain'), run.error]);
          return told.ok ? failed(NO_MEMORY) : told;
        }
        if (type === 'module') knock(context, door, [context.newString('adopt'), run.value]);
        const names = Object.values(FUNCTIONS.javascript).filter((name) => {
          const found = knock(context, door, [context.newString('find'), context.newString(name)]);
          return found.ok && found.value.found === true;
        });
        loaded = { context, door, image: takeImage(memory) };
        return succeeded(names);
      }),
    call: (name, args, seed) =>
      attempt(() => {
        if (loaded === undefined) throw new Error('no script is loaded');
        const { context, door, image } = loaded;
        const order = [context.newString('call'), context.newString(name), context.newString(args)];
        const told = knock(context, door, [...order, context.newNumber(seed)]);
        if (rollsBack) image.restore();
        if (!told.ok) return told;
        const { missing, odd, answer } = told.value;
        if (missing === true) {
          return failed(
            { code: 'script/no-function', message: `The script has no function ${name}.`, fatal: false },
            told.printed,
          );
        }
        if (odd === undefined) return succeeded(answer, told.printed);
        return failed(
          { code: 'script/not-json', message: `${name} answered with ${odd}.`, fatal: false },
          told.printed,
        );
      }),
    memoryBytes: () => memory.buffer.byteLength,
  };
}

const succeeded = <T>(value: T, printed = ''): Outcome<T> => ({ ok: true, value, printed });
const failed = (fault: Fault, printed = ''): Outcome<never> => ({ ok: false, fault, printed });

/** What is wrong with a source read in one of the two ways, if anything. */
function checkSyntax(context: QuickJSContext, code: string, type: 'global' | 'module'): Fault | undefined {
  const compiled = context.evalCode(code, FILE, { type, compileOnly: true });
  if (compiled.error === undefined) return undefined;
  const { name = '', message = '', stack = '' } = context.dump(compiled.error) as { [field: string]: string };
  return { ...faultOfError({ name, message, stack }), code: 'script/syntax' };
}

/** A source that imports or exports something was meant as a module. */
const MODULE = /^\s*(?:export|import)\b/m;

const told = json.object({
  printed: json.string(),
  missing: json.optional(json.boolean()),
  found: json.optional(json.boolean()),
  odd: json.optional(json.string()),
  error: json.optional(json.object({ name: json.string(), message: json.string(), stack: json.string() })),
});
type Told = json.JsonValueOf<typeof told> & { readonly answer: string };

/** Speaks with the prelude: what it says comes on a line of JSON, a script's answer after that. */
function knock(context: QuickJSContext, door: QuickJSHandle, words: readonly QuickJSHandle[]): Outcome<Told> {
  const reply = context.callFunction(door, context.undefined, [...words]);
  if (reply.error) return failed(NO_MEMORY);
  const text = context.getString(reply.value);
  const end = text.indexOf('\n');
  const read = json.readJsonText(told, text.slice(0, end));
  if (!read.ok) throw new Error('the prelude was tampered with');
  const { error, printed } = read.value;
  if (error !== undefined) return failed(faultOfError(error), printed);
  return succeeded({ ...read.value, answer: text.slice(end + 1) }, printed);
}

const pack = (type: 'global' | 'module', code: string): Uint8Array => Buffer.from(`${type}\n${code}`);

function unpack(program: Uint8Array): { readonly type: 'global' | 'module'; readonly code: string } {
  const text = Buffer.from(program).toString();
  const end = text.indexOf('\n');
  return { type: text.slice(0, end) === 'module' ? 'module' : 'global', code: text.slice(end + 1) };
}
