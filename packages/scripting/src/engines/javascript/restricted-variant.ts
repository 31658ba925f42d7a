import quickjs from '@jitl/quickjs-wasmfile-release-sync';
import { newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core';
import { ALARM_SWITCH, type GuestCodeAlarm } from '../wasm/guest-code-alarm.js';
import { type WasmGlobal, type WasmImports, type WasmMemory, type WasmModule, wasm } from '../wasm/wasm.js';

/** The restrictions between a script and the host. Tests lift them one at a time to prove that each is needed. */
export type Restrictions = {
  /** The most pages of 64 KiB that the interpreter may hold, its own 6 MB included. */
  readonly maximumPages: number;
  /** Whether the time is always `FIXED_NOW`. */
  readonly hasFixedClock: boolean;
  /** Whether memory is restored after every call. */
  readonly rollsBack: boolean;
};

/** 6 MB for the interpreter, and 100 MB for the script. */
export const INITIAL_PAGES = 96;
export const ALL_RESTRICTIONS: Restrictions = {
  maximumPages: INITIAL_PAGES + 1600,
  hasFixedClock: true,
  rollsBack: true,
};

/** The types of the package describe its CommonJS build, where the variant is nested one level deeper. */
const base = quickjs as unknown as QuickJSSyncVariant;

/** The time that every script sees: 2000-01-01T00:00:00Z. */
export const FIXED_NOW = 946_684_800_000;

/** The module's imports under their minified names. Another build must be reviewed before it is used. */
const IMPORTS = 'a b c d e f g h i j k l m n o p q r s t';
const CLOCK = 'p';
/** An import of Emscripten that is never called here. It has no parameters and no result, so the alarm uses it. */
export const ALARM_IMPORT = 'l';
/** Growing the memory, calendar arithmetic, the three ways of aborting, and the interrupt check. */
const NEEDED = new Set(['k', 'm', 'n', 'b', 'q', 'r', 'i']);

/** QuickJS with a capped memory and, once it has started, hardly any import that does something. */
export function restrictedVariant(
  module: WasmModule,
  memory: WasmMemory,
  restrictions: Restrictions,
  alarm: GuestCodeAlarm,
): { readonly variant: QuickJSSyncVariant; close(): void } {
  const names = wasm.Module.imports(module).map(({ name }) => name);
  if (names.sort().join(' ') !== IMPORTS) throw new Error('this build of QuickJS is not the one that was reviewed');
  let isClosed = false;
  const restricted = (name: string, given: (...args: unknown[]) => unknown): ((...args: unknown[]) => unknown) => {
    if (name === CLOCK) return restrictions.hasFixedClock ? () => FIXED_NOW : given;
    if (name === ALARM_IMPORT) return alarm.ring;
    if (NEEDED.has(name)) return given;
    return (...args) => {
      if (isClosed) throw new Error('the interpreter called a forbidden import');
      return given(...args);
    };
  };
  const instantiateWasm = (imports: WasmImports, done: (instance: { readonly exports: object }) => void) => {
    const given = Object.entries(imports.a as { readonly [name: string]: unknown });
    const a = given.map(([name, value]) => [
      name,
      typeof value === 'function' ? restricted(name, value as (...args: unknown[]) => unknown) : value,
    ]);
    const instance = new wasm.Instance(module, { a: Object.fromEntries(a) });
    alarm.attach((instance.exports as { readonly [ALARM_SWITCH]: WasmGlobal })[ALARM_SWITCH]);
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
