import { type Seal, sealImports } from '../emscripten/sealed-imports.js';
import { type WasmFunction, type WasmMemory, type WasmModule, type WasmTable, wasm } from '../wasm/wasm.js';
import { openWriteMap, type WriteMap } from '../wasm/write-map.js';
import { EXPORTS, IMPORTS } from './names.js';

/** What is called of SWI-Prolog from outside; pointers are byte offsets into `memory`. */
export type Api = { readonly memory: WasmMemory; readonly table: WasmTable } & {
  readonly [name in Exclude<keyof typeof EXPORTS, 'memory' | 'table'>]: WasmFunction;
};

export type Sealed = {
  readonly api: Api;
  readonly seal: Pick<Seal, 'begin'>;
  readonly written: Pick<WriteMap, 'written' | 'mark' | 'clear'>;
  /** What was printed since the last time, cut to `PRINTED` bytes. */
  takePrinted(): string;
};

/** How much of what a script prints is kept, in bytes. */
export const PRINTED = 10_000;

const EBADF = 8;

/**
 * A new instance of the module with nothing outside but memory, a clock and dice made of a seed, a short paper to print
 * on, and C's long jumps, which Emscripten makes of JavaScript's exceptions.
 */
export function instantiate({ module, map }: { readonly module: WasmModule; readonly map: number }): Sealed {
  let api: Api;
  let written: WriteMap;
  let printed: Uint8Array[] = [];
  let room = PRINTED;
  const invoke: WasmFunction = (index, ...args) => {
    const stack = api.stackCurrent();
    try {
      return api.table.get(index as number)!(...args);
    } catch (thrown) {
      if (thrown !== LONG_JUMP) throw thrown;
      api.stackRestore(stack);
      return api.setThrew(1, 0);
    }
  };
  const more: { readonly [name: string]: WasmFunction } = {
    ...Object.fromEntries(INVOKES.map((name) => [name, invoke])),
    _emscripten_throw_longjmp() {
      throw LONG_JUMP;
    },
    emscripten_get_heap_max: () => 0x7fff0000,
    fd_write(stream, vectors, count, total) {
      if (stream !== 1 && stream !== 2) return EBADF;
      const words = new Uint32Array(api.memory.buffer);
      let sum = 0;
      for (let i = 0; i < Number(count); i++) {
        const [at, length] = words.subarray((Number(vectors) >>> 2) + 2 * i);
        sum += length!;
        const kept = Math.min(length!, room);
        if (kept > 0) printed.push(new Uint8Array(api.memory.buffer, at!, kept).slice());
        room -= kept;
      }
      words[Number(total) >>> 2] = sum;
      written.mark(Number(total) >>> 0, 4);
      return 0;
    },
  };
  const seal = sealImports(module, { nameOf: (letter) => IMPORTS[letter] ?? letter, more });
  api = apiOf(new wasm.Instance(module, seal.imports).exports as { readonly [name: string]: unknown });
  written = openWriteMap(api.memory, map);
  seal.attach({ memory: api.memory, __indirect_function_table: api.table }, written.mark);
  api.stackInit();
  return {
    api,
    seal,
    written,
    takePrinted() {
      const text = Buffer.concat(printed).toString();
      printed = [];
      room = PRINTED;
      return text;
    },
  };
}

const LONG_JUMP = Symbol('longjmp');
const INVOKES = Object.values(IMPORTS).filter((name) => name.startsWith('invoke_'));

/** The exports under the names that they have here. */
export const apiOf = (exports: { readonly [name: string]: unknown }): Api =>
  Object.fromEntries(Object.entries(EXPORTS).map(([name, letters]) => [name, exports[letters]])) as unknown as Api;
