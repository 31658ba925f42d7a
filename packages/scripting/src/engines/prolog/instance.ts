import { type RestrictedImports, restrictImports } from '../emscripten/restricted-imports.js';
import { type WasmFunction, type WasmMemory, type WasmModule, type WasmTable, wasm } from '../wasm/wasm.js';
import { type WriteMap, writeMapOf } from '../wasm/write-map.js';
import { EXPORTS, IMPORTS } from './names.js';

/** The functions of SWI-Prolog that the host calls; pointers are byte offsets into `memory`. */
export type Api = { readonly memory: WasmMemory; readonly table: WasmTable } & {
  readonly [name in Exclude<keyof typeof EXPORTS, 'memory' | 'table'>]: WasmFunction;
};

export type PrologInstance = {
  readonly api: Api;
  readonly imports: Pick<RestrictedImports, 'begin'>;
  readonly written: Pick<WriteMap, 'written' | 'mark' | 'clear'>;
  /** What was printed since the last call of this, cut to `PRINTED` bytes. */
  takePrinted(): string;
};

/** How much of a script's output is kept, in bytes. */
export const PRINTED = 10_000;

const EBADF = 8;

/**
 * A new instance of the module. It can reach only memory, a clock and random numbers from a seed, a short output
 * buffer, and C's long jumps, which Emscripten implements with JavaScript exceptions.
 */
export function instantiate({ module, map }: { readonly module: WasmModule; readonly map: number }): PrologInstance {
  let api: Api;
  let written: WriteMap;
  let printed: Uint8Array[] = [];
  let left = PRINTED;
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
        const kept = Math.min(length!, left);
        if (kept > 0) printed.push(new Uint8Array(api.memory.buffer, at!, kept).slice());
        left -= kept;
      }
      words[Number(total) >>> 2] = sum;
      written.mark(Number(total) >>> 0, 4);
      return 0;
    },
  };
  const imports = restrictImports(module, { nameOf: (letter) => IMPORTS[letter] ?? letter, more });
  api = apiOf(new wasm.Instance(module, imports.imports).exports as { readonly [name: string]: unknown });
  written = writeMapOf(api.memory, map);
  imports.attach({ memory: api.memory, __indirect_function_table: api.table }, written.mark);
  api.stackInit();
  return {
    api,
    imports,
    written,
    takePrinted() {
      const text = Buffer.concat(printed).toString();
      printed = [];
      left = PRINTED;
      return text;
    },
  };
}

const LONG_JUMP = Symbol('longjmp');
const INVOKES = Object.values(IMPORTS).filter((name) => name.startsWith('invoke_'));

/** The exports under readable names. */
export const apiOf = (exports: { readonly [name: string]: unknown }): Api =>
  Object.fromEntries(Object.entries(EXPORTS).map(([name, letters]) => [name, exports[letters]])) as unknown as Api;
