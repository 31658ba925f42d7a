import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

// This engine relies on internals of Pyodide; another version must be reviewed before it is used.
const HASHES: { readonly [file: string]: string } = {
  'pyodide.asm.mjs': 'f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635',
  'pyodide.asm.wasm': 'cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6',
  'python_stdlib.zip': 'fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a',
};

/** The exports of Pyodide's WebAssembly instance. */
export type Exports = { readonly [name: string]: unknown };

type Settings = {
  noInitialRun: boolean;
  thisProgram: string;
  instantiateWasm(imports: object, done: (instance: { exports: Exports }, module: object) => void): object;
};

/** Pyodide's runtime with its files in place and Python not yet started, and the WebAssembly it was made from. */
export type Runtime = { readonly exports: Exports; readonly module: Uint8Array };

/** Starts Pyodide's runtime from its package. `prepare` gets the exports before any code of the module has run. */
export async function startRuntime(prepare: (exports: Exports) => void): Promise<Runtime> {
  const module = readModule();
  let exports: Exports = {};
  const stop = new Error('the runtime has started');
  try {
    await loadPyodide({}, async (settings, make) => {
      settings.noInitialRun = true;
      settings.thisProgram = 'python';
      onInstance(settings, (made) => {
        exports = made;
        prepare(made);
      });
      await make(settings);
      // Pyodide would go on to start Python with access to all of JavaScript.
      throw stop;
    });
  } catch (thrown) {
    if (thrown !== stop) throw thrown;
  }
  return { exports, module };
}

type Make = (settings: Settings) => Promise<object>;

/** Runs Pyodide's own loader, with `createModule` in place of the step that creates the runtime. */
export async function loadPyodide<T>(
  options: object,
  createModule: (settings: Settings, make: Make) => Promise<object>,
): Promise<T> {
  const { loadPyodide: load } = (await import('pyodide')) as unknown as { loadPyodide(given: object): Promise<T> };
  const { default: make } = (await import('pyodide/pyodide.asm.mjs')) as { default: Make };
  const createPyodideModule = (settings: Settings) => createModule(settings, make);
  const hadRequire = 'require' in globalThis;
  try {
    return await load({ indexURL: dirname(fileOf('package.json')) + sep, ...options, createPyodideModule });
  } finally {
    // The loader leaves `require` as a global.
    if (!hadRequire) Reflect.deleteProperty(globalThis, 'require');
  }
}

/** Passes the exports of the runtime's instance to `use` before the runtime uses them. */
export function onInstance(settings: Settings, use: (exports: Exports) => void): void {
  const instantiate = settings.instantiateWasm;
  settings.instantiateWasm = (imports, done) =>
    instantiate(imports, (instance, module) => {
      use(instance.exports);
      done(instance, module);
    });
}

/** The WebAssembly of Pyodide, after checking that all its files are those that the isolation was tested with. */
export function readModule(): Uint8Array {
  const files = Object.entries(HASHES).map(([name, hash]) => {
    const bytes = readFileSync(fileOf(name));
    if (createHash('sha256').update(bytes).digest('hex') === hash) return [name, bytes] as const;
    throw new Error(`${name} is not the file of Pyodide 314.0.7 that the isolation was tested with`);
  });
  return new Map(files).get('pyodide.asm.wasm')!;
}

const fileOf = (name: string): string =>
  join(dirname(createRequire(import.meta.url).resolve('pyodide/package.json')), name);
