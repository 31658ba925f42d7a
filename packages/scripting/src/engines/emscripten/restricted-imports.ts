import { randomOf, type Seed } from '../chance.js';
import {
  PAGE,
  type WasmFunction,
  type WasmImports,
  type WasmMemory,
  type WasmModule,
  type WasmTable,
  wasm,
} from '../wasm/wasm.js';
import { breakDown, countSeconds, TM_BYTES } from './calendar.js';

/** Thrown through the interpreter when a script used a forbidden import; the instance must be replaced. */
export class Denied extends Error {
  constructor(readonly importName: string) {
    super(`the interpreter asked for ${importName}`);
  }
}

/** Thrown when the interpreter aborted itself: `abort`, or a failed assertion. */
export class Aborted extends Error {}

/** The exports that the imports work on. They exist only once the module is instantiated. */
export type GuestExports = { readonly memory: WasmMemory; readonly __indirect_function_table: WasmTable };

export type RestrictedImports = {
  readonly imports: WasmImports;
  /** Call this once with the exports of the instance. The imports report to `wrote` what they write into its memory. */
  attach(guest: GuestExports, wrote: (at: number, length: number) => void): void;
  /** Sets the seed of clock and chance, and the memory limit in bytes, for what follows. */
  begin(seed: Seed, maximumBytes: number): void;
};

/** How another interpreter differs from Python: the real names of its imports, and additional ones. */
export type OwnImports = {
  readonly nameOf?: (name: string) => string;
  readonly more?: { readonly [name: string]: WasmFunction };
};

/** The memory grows by at least this much, because each growth makes V8 look for garbage. */
const GROWTH = 4 * 1_048_576;

// Error numbers of Emscripten's musl.
const EPERM = 63;
const EINVAL = 28;

/**
 * Everything that an interpreter can call outside itself. System calls fail with "not permitted"; clock and random
 * numbers come from a seed; memory grows up to a limit; functions are called with as many arguments as they take. All
 * other imports throw, and the function table holds no JavaScript function.
 */
export function restrictImports(module: WasmModule, own: OwnImports = {}): RestrictedImports {
  const { nameOf = (name) => name, more = {} } = own;
  let guest: GuestExports;
  let wrote: (at: number, length: number) => void;
  let seed: Seed = 0;
  let random: ReturnType<typeof randomOf> | undefined;
  let nowMs: number | undefined;
  let maximumBytes = 0;

  /** A writable view of some bytes of memory, which are reported as written. */
  const bytesAt = (at: number | bigint | undefined, length: number): Uint8Array => {
    const bytes = new Uint8Array(guest.memory.buffer, Number(at) >>> 0, length);
    wrote(bytes.byteOffset, length);
    return bytes;
  };
  const writeNanoseconds = (at: number | bigint | undefined, ms: number) => {
    Buffer.from(bytesAt(at, 8).buffer, Number(at) >>> 0, 8).writeBigUInt64LE(BigInt(ms) * 1_000_000n);
    return 0;
  };
  // The clock starts at any instant that depends on the seed alone: within 49 days after the start of 2000.
  const firstMs = (): number =>
    Date.UTC(2000, 0, 1) + (typeof seed === 'number' ? seed >>> 0 : randomOf(seed, 'clock').uint32());
  // Each reading advances the clock by a millisecond, so that a script that waits for an instant does not wait for
  // ever.
  const readClock = (): number => {
    const readMs = nowMs ?? firstMs();
    nowMs = readMs + 1;
    return readMs;
  };

  const functions: (WasmFunction | undefined)[] = [];
  const allowed: { readonly [name: string]: WasmFunction } = {
    // CPython calls its own functions through this import because some take fewer arguments than it passes.
    _PyEM_TrampolineCall_JS(index, a, b, c) {
      const known = functions[index as number];
      if (known !== undefined) return known(a!, b!, c!);
      const found = guest.__indirect_function_table.get(index as number);
      if (found === null) throw new Denied('a function that is not there');
      functions[index as number] = found;
      return found(a!, b!, c!);
    },
    emscripten_resize_heap(wanted) {
      const bytes = Number(wanted) >>> 0;
      if (bytes > maximumBytes) return 0;
      try {
        const now = guest.memory.buffer.byteLength;
        guest.memory.grow(Math.ceil((Math.min(Math.max(bytes, now + GROWTH), maximumBytes) - now) / PAGE));
        return 1;
      } catch {
        return 0;
      }
    },
    emscripten_get_now: readClock,
    emscripten_date_now: readClock,
    clock_time_get: (_clock, _precision, at) => writeNanoseconds(at, readClock()),
    clock_res_get: (_clock, at) => writeNanoseconds(at, 1),
    random_get(at, length) {
      random ??= randomOf(seed, 'bytes');
      const bytes = bytesAt(at, Number(length) >>> 0);
      for (let i = 0; i < bytes.length; i++) bytes[i] = random.uint32() >>> 24;
      return 0;
    },
    _gmtime_js: (time, at) => breakDown(Number(time), bytesAt(at, TM_BYTES)),
    _localtime_js: (time, at) => breakDown(Number(time), bytesAt(at, TM_BYTES)),
    // WebAssembly expects an i64, a bigint in JavaScript, from these two.
    _timegm_js: (at) => countSeconds(bytesAt(at, TM_BYTES)) as unknown as number,
    _mktime_js: (at) => countSeconds(bytesAt(at, TM_BYTES)) as unknown as number,
    _tzset_js: () => 0,
    _Py_CheckEmscriptenSignals_Helper: () => 0,
    can_run_sync_js: () => 0,
  };

  return {
    imports: importsOf(module, (name) => more[nameOf(name)] ?? allowed[nameOf(name)] ?? denied(nameOf(name))),
    attach(exports, listener) {
      guest = exports;
      wrote = listener;
    },
    begin(ofCall, bytes) {
      maximumBytes = bytes;
      seed = ofCall;
      random = undefined;
      nowMs = undefined;
    },
  };
}

function importsOf(module: WasmModule, functionCalled: (name: string) => WasmFunction): WasmImports {
  const imports: WasmImports = {};
  for (const { module: from, name, kind } of wasm.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] =
      kind === 'global' ? new wasm.Global({ value: 'i32', mutable: true }, 0) : functionCalled(name);
  }
  return imports;
}

const WASI = /^(?:environ|fd)_/;

function denied(name: string): WasmFunction {
  if (name.startsWith('__syscall_')) return () => -EPERM;
  if (WASI.test(name)) return () => EPERM;
  if (name === '_mmap_js' || name === '_munmap_js' || name === '_msync_js') return () => -EINVAL;
  if (name === '_abort_js' || name === '__assert_fail') {
    return () => {
      throw new Aborted(name);
    };
  }
  return () => {
    throw new Denied(name);
  };
}
