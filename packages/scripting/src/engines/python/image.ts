import { keptImage } from '../kept-image.js';
import { ALARM_SWITCH, withGuestCodeAlarm } from '../wasm/guest-code-alarm.js';
import { narrowModule } from '../wasm/narrow-module.js';
import { rewriteCode } from '../wasm/rewrite-code.js';
import { trackWrites } from '../wasm/track-writes.js';
import { PAGE, type WasmModule, wasm } from '../wasm/wasm.js';
import { MAP_BYTES, MAP_ROOM, mapIn } from '../wasm/write-map.js';
import { type Booted, bootPython, type Entries } from './boot.js';
import { SEALED_EXPORTS } from './c-api.js';
import { directCalls } from './direct-calls.js';

/** A started interpreter at rest: what all engines of a process begin with. It can be posted to a worker. */
export type PythonImage = {
  readonly module: WasmModule;
  /** Shared between the threads, and never written to. */
  readonly memory: SharedArrayBuffer;
  readonly stackPointer: number;
  /** Where in memory the end of the heap is written. */
  readonly heapEndAt: number;
  /** Where in memory the module notes what it writes. */
  readonly map: number;
  readonly entries: Entries;
};

/** The same in plain bytes, which can be kept in a file. */
type PlainImage = Omit<PythonImage, 'module' | 'memory'> & { readonly binary: Uint8Array; readonly bytes: Uint8Array };

/** What a script may use beyond what the interpreter itself needs, in bytes. */
export const SCRIPT_MEMORY = 100 * 1_048_576;

/** The same for compiling one: a megabyte of dense source takes more than any script that it could become. */
export const COMPILER_MEMORY = 320 * 1_048_576;

/** An import that Python never calls: it takes and gives nothing, and tells instead that a script's code runs. */
export const BELL = 'fail_test';

/** Where all of Python's own code runs, and where an answer is asked for what it holds, if that could be the script's. */
const WATCHED = ['_PyEval_EvalFrameDefault', 'PyMapping_Items', 'PyObject_GetIter', 'PyObject_Repr', 'PyObject_Str'];

/** Starts Python once and keeps its memory. */
export async function preparePython(): Promise<PythonImage> {
  return imageOf(await keptImage('python', startedPython));
}

/** What starting Python comes to. */
export const startedPython = async (): Promise<PlainImage> => plainImage(await bootPython());

/** Keeps the memory of a started interpreter up to the end of its heap, beside a module that starts with as much. */
export const takeImage = (booted: Booted): PythonImage => imageOf(plainImage(booted));

function plainImage({ exports, entries, module }: Booted): PlainImage {
  const map = mapIn(exports.malloc(MAP_ROOM));
  const words = new Int32Array(exports.memory.buffer);
  // Some versions of Node put a function of theirs into the table and its number here; 0 means the one that is imported.
  words[(exports._PyRuntime.value + words[exports._PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET.value >>> 2]!) >>> 2] = 0;
  words.fill(0, map >>> 2, (map + MAP_BYTES) >>> 2);
  const heapEndAt = exports.emscripten_get_sbrk_ptr();
  const size = Math.ceil((words[heapEndAt >>> 2]! >>> 0) / PAGE) * PAGE;
  const rewritten = rewriteCode(withGuestCodeAlarm(module, WATCHED, BELL), [
    trackWrites(map),
    directCalls('_PyEM_TrampolineCall_JS'),
  ]);
  const binary = narrowModule(rewritten, {
    bytes: size,
    maximumBytes: size + COMPILER_MEMORY,
    exports: [...SEALED_EXPORTS, ALARM_SWITCH],
  });
  const bytes = new Uint8Array(exports.memory.buffer, 0, size);
  return { binary, bytes, stackPointer: exports.__stack_pointer.value, heapEndAt, map, entries };
}

function imageOf({ binary, bytes, ...rest }: PlainImage): PythonImage {
  const memory = new SharedArrayBuffer(bytes.length);
  new Uint8Array(memory).set(bytes);
  return { module: new wasm.Module(binary), memory, ...rest };
}
