import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type WasmImports, type WasmModule, wasm } from './wasm.js';

// What this engine does with Pyodide is no promise of Pyodide's: another version must be looked at before it is used.
const HASHES: { readonly [file: string]: string } = {
  'pyodide.asm.mjs': 'f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635',
  'pyodide.asm.wasm': 'cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6',
  'python_stdlib.zip': 'fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a',
};

type Exports = { readonly [name: string]: unknown };
type Settings = {
  noInitialRun: boolean;
  thisProgram: string;
  instantiateWasm(imports: WasmImports, done: (instance: object, module: WasmModule) => void): object;
};
type Factory = (settings: Settings) => Promise<unknown>;

/** Pyodide's machine with its files in place and Python not yet started. */
export type Runtime = { readonly exports: Exports; readonly module: Uint8Array };

/** Starts Pyodide's runtime out of its package. `prepare` gets the exports before any of the module's code has run. */
export async function startRuntime(prepare: (exports: Exports) => void): Promise<Runtime> {
  const folder = dirname(createRequire(import.meta.url).resolve('pyodide/package.json')) + sep;
  for (const [name, hash] of Object.entries(HASHES)) {
    const found = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    if (found !== hash) throw new Error(`${name} is not the file of Pyodide 314.0.7 that the seal was proved with`);
  }
  const module = readFileSync(join(folder, 'pyodide.asm.wasm'));
  const compiled = await wasm.compile(module);
  const { loadPyodide } = (await import('pyodide')) as unknown as { loadPyodide(options: object): Promise<unknown> };
  const { default: make } = (await import(pathToFileURL(join(folder, 'pyodide.asm.mjs')).href)) as { default: Factory };

  const started = new Started();
  const createPyodideModule = async (settings: Settings) => {
    settings.noInitialRun = true;
    settings.thisProgram = 'python';
    settings.instantiateWasm = (imports, done) => {
      addErrorMarker(imports);
      const instance = new wasm.Instance(compiled, imports);
      started.exports = instance.exports as Exports;
      prepare(started.exports);
      // The caller expects an answer that comes later.
      queueMicrotask(() => done(instance, compiled));
      return {};
    };
    await make(settings);
    throw started;
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'require');
  try {
    await loadPyodide({ indexURL: folder, createPyodideModule });
  } catch (thrown) {
    if (thrown !== started) throw thrown;
  } finally {
    // Pyodide leaves Node's modules in a global name of its own.
    if (before === undefined) Reflect.deleteProperty(globalThis, 'require');
  }
  return { exports: started.exports, module };
}

/** Thrown to stop Pyodide's loader where it would go on and start Python with all of JavaScript in it. */
class Started extends Error {
  exports: Exports = {};
}

function addErrorMarker(imports: WasmImports): void {
  const marker = Symbol('error');
  const env = imports.env as { [name: string]: unknown };
  env.Jsv_GetError_import = () => marker;
  env.JsvError_Check = (value: unknown) => (value === marker ? 1 : 0);
}
