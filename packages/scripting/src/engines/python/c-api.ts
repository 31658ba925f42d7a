import type { WasmFunction, WasmGlobal, WasmMemory, WasmTable } from '../wasm/wasm.js';

/** The exports that the restricted module keeps. */
export const KEPT_EXPORTS = [
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

/** The parts of CPython's C API and C library that the host calls; pointers are byte offsets into `memory`. */
export type CApi = {
  readonly memory: WasmMemory;
  readonly __indirect_function_table: WasmTable;
  readonly __stack_pointer: WasmGlobal;
  readonly guest_code_alarm: WasmGlobal;
} & { readonly [name in Exclude<(typeof KEPT_EXPORTS)[number], 'memory' | `__${string}`>]: WasmFunction };

/** Reports what the host writes into memory. */
export type Wrote = (at: number, length: number) => void;

/** Calls a function of the prelude that maps bytes to bytes; undefined if memory ran out. */
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

/** Creates a Python bytes object; 0 without memory. */
export function newBytes(api: CApi, bytes: Uint8Array, wrote: Wrote): number {
  const object = api.PyBytes_FromStringAndSize(0, bytes.length);
  if (object === 0) return 0;
  const at = api.PyBytes_AsString(object);
  new Uint8Array(api.memory.buffer).set(bytes, at);
  wrote(at, bytes.length);
  return object;
}

/** The contents of a Python bytes object. */
export function bytesOf(api: CApi, object: number): Uint8Array {
  const from = api.PyBytes_AsString(object);
  return new Uint8Array(api.memory.buffer).slice(from, from + api.PyBytes_Size(object));
}
