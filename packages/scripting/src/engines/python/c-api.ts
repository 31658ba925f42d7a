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
] as const;

/** Of CPython's C API and its C library, what is called from outside; pointers are byte offsets into `memory`. */
export type CApi = {
  readonly memory: WasmMemory;
  readonly __indirect_function_table: WasmTable;
  readonly __stack_pointer: WasmGlobal;
} & { readonly [name in Exclude<(typeof SEALED_EXPORTS)[number], 'memory' | `__${string}`>]: WasmFunction };

/**
 * Calls one of the functions of the prelude; undefined if even that ended in an exception, for want of memory. `wrote` is
 * told of what is written into memory on the way.
 */
export function callPython(
  api: CApi,
  entry: number,
  request: Uint8Array,
  wrote: (at: number, length: number) => void = () => {},
): Uint8Array | undefined {
  const argument = api.PyBytes_FromStringAndSize(0, request.length);
  if (argument === 0) return undefined;
  const at = api.PyBytes_AsString(argument);
  new Uint8Array(api.memory.buffer).set(request, at);
  wrote(at, request.length);
  const answer = api.PyObject_CallOneArg(entry, argument);
  if (answer === 0) return undefined;
  const from = api.PyBytes_AsString(answer);
  return new Uint8Array(api.memory.buffer).slice(from, from + api.PyBytes_Size(answer));
}
