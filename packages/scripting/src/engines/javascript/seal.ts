import quickjs from '@jitl/quickjs-wasmfile-release-sync';
import { newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core';
import { ALARM_SWITCH, type GuestCodeAlarm } from '../wasm/guest-code-alarm.js';
import { type WasmGlobal, type WasmImports, type WasmMemory, type WasmModule, wasm } from '../wasm/wasm.js';

/** What stands between a script and the host. Tests take off one part at a time to see that it is missed. */
export type SealedImports = {
  /** Pages of 64 KiB that the interpreter may ever hold, its own 6 MB included. */
  readonly maximumPages: number;
  /** Whether time stands still at `FIXED_NOW`. */
  readonly hasFixedClock: boolean;
  /** Whether memory goes back to what it was after loading, after every call. */
  readonly rollsBack: boolean;
};

/** 6 MB in which the interpreter starts, and 100 MB for the script. */
export const INITIAL_PAGES = 96;
export const SEALED: SealedImports = { maximumPages: INITIAL_PAGES + 1600, hasFixedClock: true, rollsBack: true };

/** The package's types speak of CommonJS, where this would be one step further in. */
const base = quickjs as unknown as QuickJSSyncVariant;

/** What every script is told when it asks for the time: 2000-01-01T00:00:00Z. */
export const FIXED_NOW = 946_684_800_000;

/** What the module asks of its host, by the names its build gave them; another build has to be looked at anew. */
const IMPORTS = 'a b c d e f g h i j k l m n o p q r s t';
const CLOCK = 'p';
/** Emscripten's own, never called here: it takes and gives nothing, and tells instead that a function is called. */
export const BELL = 'l';
/** Growing the memory, calendar arithmetic, the three ways of giving up, and whether a call is to be stopped. */
const NEEDED = new Set(['k', 'm', 'n', 'b', 'q', 'r', 'i']);

/** QuickJS with a memory that cannot outgrow its cap, and with hardly any way out once it has started. */
export function sealedVariant(
  module: WasmModule,
  memory: WasmMemory,
  seal: SealedImports,
  bell: GuestCodeAlarm,
): { readonly variant: QuickJSSyncVariant; close(): void } {
  const names = wasm.Module.imports(module).map(({ name }) => name);
  if (names.sort().join(' ') !== IMPORTS) throw new Error('this build of QuickJS is not the one that was sealed');
  let isClosed = false;
  const sealed = (name: string, given: (...args: unknown[]) => unknown): ((...args: unknown[]) => unknown) => {
    if (name === CLOCK) return seal.hasFixedClock ? () => FIXED_NOW : given;
    if (name === BELL) return bell.ring;
    if (NEEDED.has(name)) return given;
    return (...args) => {
      if (isClosed) throw new Error('a sealed way out of the interpreter was tried');
      return given(...args);
    };
  };
  const instantiateWasm = (imports: WasmImports, done: (instance: { readonly exports: object }) => void) => {
    const given = Object.entries(imports.a as { readonly [name: string]: unknown });
    const a = given.map(([name, value]) => [
      name,
      typeof value === 'function' ? sealed(name, value as (...args: unknown[]) => unknown) : value,
    ]);
    const instance = new wasm.Instance(module, { a: Object.fromEntries(a) });
    bell.attach((instance.exports as { readonly [ALARM_SWITCH]: WasmGlobal })[ALARM_SWITCH]);
    done(instance);
    return instance.exports;
  };
  const quiet = { print: () => {}, printErr: () => {}, thisProgram: 'script' };
  return {
    variant: newVariant(base, { wasmMemory: memory, emscriptenModule: { instantiateWasm, ...quiet } }),
    close() {
      isClosed = true;
    },
  };
}
