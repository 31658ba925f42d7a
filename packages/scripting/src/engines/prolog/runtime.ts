import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type WasmFunction, type WasmImports, type WasmMemory, wasm } from '../wasm/wasm.js';
import { EXPORTS, IMPORTS } from './names.js';

// This engine relies on internals of SWI-Prolog; another build must be reviewed before it is used.
const HASHES: { readonly [file: string]: string } = {
  'swipl-web.js': 'fd829b58dec85887db0ad015fe79bcd0d143c7054a55b73819113361f2fa43ff',
  'swipl-web.wasm': '3223ce237f3ec3f02266a4a07a7cfa7294dd8d5696dce93d305d424e35e66615',
  'swipl-web.data': 'f6ea3ce279e5a11db99ac22e770636c9e8068963624bae5d2e4896d5454e9740',
};

/** SWI-Prolog as its package starts it: it can reach JavaScript, and has its library in a virtual file system. */
export type Runtime = {
  /** The WebAssembly module that was started. */
  readonly binary: Uint8Array;
  readonly exports: { readonly [name: string]: unknown };
  /** Writes a file into the virtual file system. */
  writeFile(path: string, text: string): void;
  /** Proves a goal or throws. */
  prove(goal: string): void;
};

type Started = {
  readonly FS: {
    writeFile(path: string, text: string): void;
    utime(path: string, accessedMs: number, modifiedMs: number): void;
  };
  readonly prolog: { query(goal: string): { once(): { readonly success?: boolean } } };
};
type Make = (settings: object) => Promise<Started>;

/** Starts SWI-Prolog from its package, after checking that its files are those that the isolation was tested with. */
export async function startRuntime(write: (line: string) => void = () => {}): Promise<Runtime> {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('swipl-wasm/dist/swipl/swipl-web.js'));
  const fileOf = (name: string) => join(folder, name);
  const files = new Map(Object.entries(HASHES).map(([name, hash]) => [name, readChecked(name, fileOf(name), hash)]));
  const binary = files.get('swipl-web.wasm')!;
  let exports: Runtime['exports'] = {};
  const memory = () => exports[EXPORTS.memory] as WasmMemory;
  // The file replaces its own exports by the started instance, so it must be loaded anew for another start.
  delete require.cache[fileOf('swipl-web.js')];
  const make = require('swipl-wasm/dist/swipl/swipl-web.js') as Make;
  const { FS, prolog } = await make({
    // The default would be a path of this machine.
    thisProgram: 'swipl',
    arguments: ['-q', '-f', 'none', '--no-packs'],
    locateFile: fileOf,
    print: write,
    printErr: write,
    instantiateWasm(imports: WasmImports, done: (instance: { readonly exports: object }) => void) {
      exports = new wasm.Instance(new wasm.Module(binary), withoutTime(imports, memory)).exports as Runtime['exports'];
      // The standard streams stay those of C: bound to JavaScript they would be a way out.
      done({ exports: { ...exports, [EXPORTS.bindStandardStreams]: () => 1 } });
    },
  });
  return {
    binary,
    exports,
    writeFile(path, text) {
      FS.writeFile(path, text);
      FS.utime(path, START_MS, START_MS);
    },
    prove(goal) {
      if (prolog.query(goal).once().success !== true) throw new Error(`Prolog cannot prove ${goal}`);
    },
  };
}

/** What Prolog stores about its start time must be the same in every process. */
const START_MS = Date.UTC(2000, 0, 1);

function withoutTime(imports: WasmImports, memory: () => WasmMemory): WasmImports {
  const clocks: { readonly [name: string]: WasmFunction } = {
    emscripten_get_now: () => START_MS,
    emscripten_date_now: () => START_MS,
    clock_time_get(_clock, _precision, at) {
      new DataView(memory().buffer).setBigUint64(Number(at), BigInt(START_MS) * 1_000_000n, true);
      return 0;
    },
  };
  const stopped = ([letter, given]: [string, object]) => [letter, clocks[IMPORTS[letter] ?? ''] ?? given] as const;
  return Object.fromEntries(
    Object.entries(imports).map(([from, given]) => [from, Object.fromEntries(Object.entries(given).map(stopped))]),
  );
}

function readChecked(name: string, path: string, hash: string): Uint8Array {
  const bytes = readFileSync(path);
  if (createHash('sha256').update(bytes).digest('hex') === hash) return bytes;
  throw new Error(`${name} is not the file of swipl-wasm 8.0.5 that the imports was proved with`);
}
