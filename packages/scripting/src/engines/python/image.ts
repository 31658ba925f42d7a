import { cachedImage } from '../image-cache.js';
import { ALARM_SWITCH, withGuestCodeAlarm } from '../wasm/guest-code-alarm.js';
import { narrowModule } from '../wasm/narrow-module.js';
import { rewriteCode } from '../wasm/rewrite-code.js';
import { trackWrites } from '../wasm/track-writes.js';
import { PAGE, type WasmModule, wasm } from '../wasm/wasm.js';
import { MAP_BLOCK, MAP_BYTES, mapIn } from '../wasm/write-map.js';
import { type Booted, bootPython, type Entries } from './boot.js';
import { KEPT_EXPORTS } from './c-api.js';
import { directCalls } from './direct-calls.js';

/**
 * The memory image of a started interpreter, from which all engines of a process start. It can be posted to a worker.
 */
export type PythonImage = {
  readonly module: WasmModule;
  /** Threads share it, and it is never written to. */
  readonly memory: SharedArrayBuffer;
  readonly stackPointer: number;
  /** The address that holds the end of the heap. */
  readonly heapEndAt: number;
  /** The address at which the module records its writes. */
  readonly map: number;
  readonly entries: Entries;
};

/** An image as plain bytes for a file. */
type PlainImage = Omit<PythonImage, 'module' | 'memory'> & { readonly binary: Uint8Array; readonly bytes: Uint8Array };

/** The memory that a script may use on top of the interpreter's own, in bytes. */
export const SCRIPT_MEMORY = 100 * 1_048_576;

/** The memory for compiling, in bytes: a megabyte of dense source takes more than the script it becomes. */
export const COMPILER_MEMORY = 320 * 1_048_576;

/** An import that Python never calls. It has no parameters and no result, so the alarm uses it. */
export const ALARM_IMPORT = 'fail_test';

/** The functions that run Python code, or that ask an answer for its contents in a way that a script can override. */
export const WATCHED = [
  '_PyEval_EvalFrameDefault',
  'PyMapping_Items',
  'PyObject_GetIter',
  'PyObject_Repr',
  'PyObject_Str',
];

/** Starts Python once and keeps its memory. */
export async function preparePython(): Promise<PythonImage> {
  return imageOf(await cachedImage('python', startedPython));
}

/** Starts Python and returns its image as plain bytes. */
export const startedPython = async (): Promise<PlainImage> => plainImage(await bootPython());

/**
 * Takes the image of a started interpreter up to the end of its heap, with a module that starts with as much memory.
 */
export const takeImage = (booted: Booted): PythonImage => imageOf(plainImage(booted));

function plainImage({ exports, entries, module }: Booted): PlainImage {
  const map = mapIn(exports.malloc(MAP_BLOCK));
  const words = new Int32Array(exports.memory.buffer);
  // Some versions of Node put a function of their own into the table and its index here; 0 selects the imported one.
  words[(exports._PyRuntime.value + words[exports._PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET.value >>> 2]!) >>> 2] = 0;
  words.fill(0, map >>> 2, (map + MAP_BYTES) >>> 2);
  const heapEndAt = exports.emscripten_get_sbrk_ptr();
  const size = Math.ceil((words[heapEndAt >>> 2]! >>> 0) / PAGE) * PAGE;
  const rewritten = rewriteCode(withGuestCodeAlarm(module, WATCHED, ALARM_IMPORT), [
    trackWrites(map),
    directCalls('_PyEM_TrampolineCall_JS'),
  ]);
  const binary = narrowModule(rewritten, {
    bytes: size,
    maximumBytes: size + COMPILER_MEMORY,
    exports: [...KEPT_EXPORTS, ALARM_SWITCH],
  });
  const bytes = new Uint8Array(exports.memory.buffer, 0, size);
  return { binary, bytes, stackPointer: exports.__stack_pointer.value, heapEndAt, map, entries };
}

function imageOf({ binary, bytes, ...rest }: PlainImage): PythonImage {
  const memory = new SharedArrayBuffer(bytes.length);
  new Uint8Array(memory).set(bytes);
  return { module: new wasm.Module(binary), memory, ...rest };
}
