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

/** Thrown through the interpreter when a script reached for something that is not there; its instance is done for. */
export class Denied extends Error {
  constructor(readonly asked: string) {
    super(`the interpreter asked for ${asked}`);
  }
}

/** Thrown when the interpreter gave itself up: `abort`, a failed assertion. */
export class GaveUp extends Error {}

/** What the few allowed imports act on; it exists only after the instance, hence by name. */
export type Inside = { readonly memory: WasmMemory; readonly __indirect_function_table: WasmTable };

export type Seal = {
  readonly imports: WasmImports;
  /**
   * To be called once, with the exports of the instance that was made of these imports, and whom to tell what the
   * imports write into its memory.
   */
  attach(inside: Inside, wrote: (at: number, length: number) => void): void;
  /** From here on chance and clock go as this seed says, and memory grows to so many bytes. */
  begin(seed: Seed, maximumBytes: number): void;
};

/** How another interpreter than Python differs: what its imports are really called, and what else it may call. */
export type OwnImports = {
  readonly nameOf?: (name: string) => string;
  readonly more?: { readonly [name: string]: WasmFunction };
};

/** Memory grows by so much at least: each time, V8 looks for garbage. */
const GROWTH = 4 * 1_048_576;

// The numbers of musl for Emscripten.
const EPERM = 63;
const EINVAL = 28;

/**
 * Everything that an interpreter can call outside itself. System calls fail with "not permitted"; clock and dice are
 * made of a seed; memory grows; functions are called with as many arguments as they take. Nothing else is there:
 * whatever else the module imports throws, and no JavaScript function stands in its table of functions.
 */
export function sealImports(module: WasmModule, own: OwnImports = {}): Seal {
  const { nameOf = (name) => name, more = {} } = own;
  let inside: Inside;
  let wrote: (at: number, length: number) => void;
  let seed: Seed = 0;
  let random: ReturnType<typeof randomOf> | undefined;
  let nowMs: number | undefined;
  let maximumBytes = 0;

  /** Some bytes of memory, to be written to. */
  const bytesAt = (at: number | bigint | undefined, length: number): Uint8Array => {
    const bytes = new Uint8Array(inside.memory.buffer, Number(at) >>> 0, length);
    wrote(bytes.byteOffset, length);
    return bytes;
  };
  const writeNanoseconds = (at: number | bigint | undefined, ms: number) => {
    Buffer.from(bytesAt(at, 8).buffer, Number(at) >>> 0, 8).writeBigUInt64LE(BigInt(ms) * 1_000_000n);
    return 0;
  };
  // Any instant will do, if it comes of the seed alone: one of the 49 days after the start of 2000.
  const firstMs = (): number =>
    Date.UTC(2000, 0, 1) + (typeof seed === 'number' ? seed >>> 0 : randomOf(seed, 'clock').uint32());
  // A reading takes a millisecond, so that a script that waits for a moment does not wait for ever.
  const readClock = (): number => {
    const readMs = nowMs ?? firstMs();
    nowMs = readMs + 1;
    return readMs;
  };

  const functions: (WasmFunction | undefined)[] = [];
  const allowed: { readonly [name: string]: WasmFunction } = {
    // CPython calls its own functions through this one because a few take fewer arguments than they are given.
    _PyEM_TrampolineCall_JS(index, a, b, c) {
      const known = functions[index as number];
      if (known !== undefined) return known(a!, b!, c!);
      const found = inside.__indirect_function_table.get(index as number);
      if (found === null) throw new Denied('a function that is not there');
      functions[index as number] = found;
      return found(a!, b!, c!);
    },
    emscripten_resize_heap(wanted) {
      const bytes = Number(wanted) >>> 0;
      if (bytes > maximumBytes) return 0;
      try {
        const now = inside.memory.buffer.byteLength;
        inside.memory.grow(Math.ceil((Math.min(Math.max(bytes, now + GROWTH), maximumBytes) - now) / PAGE));
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
    // These two give an i64.
    _timegm_js: (at) => countSeconds(bytesAt(at, TM_BYTES)) as unknown as number,
    _mktime_js: (at) => countSeconds(bytesAt(at, TM_BYTES)) as unknown as number,
    _tzset_js: () => 0,
    _Py_CheckEmscriptenSignals_Helper: () => 0,
    can_run_sync_js: () => 0,
  };

  return {
    imports: importsOf(module, (name) => more[nameOf(name)] ?? allowed[nameOf(name)] ?? denied(nameOf(name))),
    attach(exports, told) {
      inside = exports;
      wrote = told;
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
      throw new GaveUp(name);
    };
  }
  return () => {
    throw new Denied(name);
  };
}
