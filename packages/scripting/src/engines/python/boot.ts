import type { WasmFunction, WasmGlobal } from '../wasm/wasm.js';
import { LIMIT_MODULES } from './available-modules.js';
import type { CApi } from './c-api.js';
import { PRELUDE } from './prelude.js';
import { startRuntime } from './runtime.js';

/** The addresses of the prelude's functions in memory. */
export type Entries = { readonly [name in keyof typeof ENTRIES]: number };

const ENTRIES = {
  compile: 'compile_script',
  load: 'load_script',
  parse: 'parse_arguments',
  call: 'call_function',
  write: 'write_answer',
  printed: 'tell_printed',
  failed: 'failed',
  unwritable: 'unwritable',
} as const;

/** A started interpreter that is not yet restricted. */
export type Booted = { readonly exports: BootApi; readonly entries: Entries; readonly module: Uint8Array };

/** The part of the C API that is needed only to start Python. */
type BootApi = CApi & { readonly [name in BootGlobal]: WasmGlobal } & { readonly [name in BootFunction]: WasmFunction };
type BootGlobal = 'PyImport_Inittab' | '_PyRuntime' | '_PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET';
type BootFunction =
  | `PyInitConfig_${'Create' | 'GetError' | 'SetInt' | 'SetStrList'}`
  | 'Py_InitializeFromInitConfig'
  | 'PyRun_SimpleString'
  | 'PyImport_AddModule'
  | 'PyObject_GetAttrString'
  | 'emscripten_get_sbrk_ptr'
  | 'emscripten_stack_get_end'
  | 'malloc';

/** The size of C's stack, in bytes. Pyodide would reserve ten times as much, which every roll-back would copy. */
const STACK = 1_048_576;

/** Built-in modules that attackers can use and rules do not need. */
const LEFT_OUT = new RegExp(
  `^(?:${[
    ...['_asyncio', '_ctypes', '_lsprof', '_pickle', '_posixsubprocess', '_remote_debugging', '_socket', '_sqlite3'],
    ...['_test.*', '_tracemalloc', '_xxtestfuzz', 'faulthandler', 'fcntl', 'mmap', 'select', 'termios', 'xxsubtype'],
  ].join('|')})$`,
);

/**
 * Starts CPython from Pyodide's files but without Pyodide's own Python code, so that it never sees JavaScript objects.
 * It has working imports, because Python reads its library from a file; no script ever runs in this instance.
 */
export async function bootPython(): Promise<Booted> {
  const runtime = await startRuntime((exports) => moveStack(exports as unknown as BootApi));
  const api = runtime.exports as unknown as BootApi;
  api.emscripten_stack_set_limits(stackTop(api), api.emscripten_stack_get_end());
  dropModules(api);
  initialise(api);
  return { exports: api, entries: runPrelude(api), module: runtime.module };
}

/** Runs the prelude and then `more`; returns the addresses of the prelude's functions. */
export function runPrelude(api: BootApi, more: string = LIMIT_MODULES): Entries {
  run(api, PRELUDE);
  const main = api.PyImport_AddModule(writeText(api, '__main__'));
  const entries = Object.entries(ENTRIES).map(([entry, name]) => [
    entry,
    api.PyObject_GetAttrString(main, writeText(api, name)),
  ]);
  run(api, more);
  return Object.fromEntries(entries) as Entries;
}

/** The heap begins where the stack ends; both are moved down before the first allocation. */
function moveStack(api: BootApi): void {
  api.emscripten_stack_init();
  const top = stackTop(api);
  api.__stack_pointer.value = top;
  new Uint32Array(api.memory.buffer)[api.emscripten_get_sbrk_ptr() >>> 2] = top;
}

const stackTop = (api: BootApi): number => (api.emscripten_stack_get_end() + STACK) & ~15;

/** Removes modules from the list {name, function}… that CPython copies when it starts. */
function dropModules(api: BootApi): void {
  const words = new Uint32Array(api.memory.buffer);
  const from = words[api.PyImport_Inittab.value >>> 2]! >>> 2;
  let to = from;
  for (let at = from; words[at] !== 0; at += 2) {
    if (LEFT_OUT.test(readText(api, words[at]!))) continue;
    words.copyWithin(to, at, at + 2);
    to += 2;
  }
  words.fill(0, to, to + 2);
}

function initialise(api: BootApi): void {
  const config = api.PyInitConfig_Create();
  const must = (status: number) => {
    if (status === 0) return;
    const at = api.malloc(4);
    api.PyInitConfig_GetError(config, at);
    throw new Error(`Python does not start: ${readText(api, new Uint32Array(api.memory.buffer)[at >>> 2]!)}`);
  };
  // A fixed hash seed, so that sets have the same order in every process.
  const numbers = { use_hash_seed: 1, hash_seed: 0, use_environment: 0, site_import: 0, user_site_directory: 0 };
  const more = { install_signal_handlers: 0, write_bytecode: 0, utf8_mode: 1, configure_c_stdio: 0 };
  for (const [name, value] of Object.entries({ ...numbers, ...more })) {
    must(api.PyInitConfig_SetInt(config, writeText(api, name), BigInt(value)));
  }
  const path = api.malloc(4);
  new Uint32Array(api.memory.buffer)[path >>> 2] = writeText(api, '/lib/python314.zip');
  must(api.PyInitConfig_SetStrList(config, writeText(api, 'module_search_paths'), 1, path));
  must(api.Py_InitializeFromInitConfig(config));
}

function run(api: BootApi, source: string): void {
  if (api.PyRun_SimpleString(writeText(api, source)) !== 0) throw new Error('the prelude of Python failed');
}

/** Copies a text into memory that is never freed. This happens a few times, before the image is taken. */
function writeText(api: BootApi, text: string): number {
  const bytes = Buffer.from(`${text}\0`);
  const at = api.malloc(bytes.length);
  new Uint8Array(api.memory.buffer).set(bytes, at);
  return at;
}

function readText(api: BootApi, at: number): string {
  const bytes = Buffer.from(api.memory.buffer);
  return bytes.toString('utf8', at, bytes.indexOf(0, at));
}
