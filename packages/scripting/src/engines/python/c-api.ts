import type { WasmFunction, WasmGlobal, WasmMemory, WasmTable } from '../wasm/wasm.js';

/** What a sealed interpreter shows of itself. */
export const SEALED_EXPORTS = [
  'memory',
  '__indirect_function_table',
  '__stack_pointer',
  'emscripten_stack_init',
  'emscripten_stack_set_limits',
  'PyBytes_FromStringAndSize',
  'PyBytes_AsString',
  'PyBytes_Size',
  'PyObject_CallOneArg',
  'PyObject_CallObject',
  'PyTuple_New',
  'PyTuple_SetItem',
  'PyTuple_GetItem',
  'PyTuple_Size',
  'PyLong_FromLong',
  'PyUnicode_FromStringAndSize',
  'PyUnicode_GetLength',
  'PyUnicode_AsUTF8',
  'PyErr_GetRaisedException',
] as const;

/** Of CPython's C API and its C library, what is called from outside; pointers are byte offsets into `memory`. */
export type CApi = {
  readonly memory: WasmMemory;
  readonly __indirect_function_table: WasmTable;
  readonly __stack_pointer: WasmGlobal;
  readonly bell: WasmGlobal;
} & { readonly [name in Exclude<(typeof SEALED_EXPORTS)[number], 'memory' | `__${string}`>]: WasmFunction };

/** Hears what is written into memory from outside. */
export type Wrote = (at: number, length: number) => void;

/** Calls one of the functions of the prelude from bytes to bytes; undefined if even that failed, for want of memory. */
export function callPython(
  api: CApi,
  entry: number,
  request: Uint8Array,
  wrote: Wrote = () => {},
): Uint8Array | undefined {
  const argument = newBytes(api, request, wrote);
  if (argument === 0) return undefined;
  const answer = api.PyObject_CallOneArg(entry, argument);
  return answer === 0 ? undefined : bytesOf(api, answer);
}

/** Makes an object of some bytes; 0 if there is no room. */
export function newBytes(api: CApi, bytes: Uint8Array, wrote: Wrote): number {
  const object = api.PyBytes_FromStringAndSize(0, bytes.length);
  if (object === 0) return 0;
  const at = api.PyBytes_AsString(object);
  new Uint8Array(api.memory.buffer).set(bytes, at);
  wrote(at, bytes.length);
  return object;
}

/** The bytes that an object is made of. */
export function bytesOf(api: CApi, object: number): Uint8Array {
  const from = api.PyBytes_AsString(object);
  return new Uint8Array(api.memory.buffer).slice(from, from + api.PyBytes_Size(object));
}
