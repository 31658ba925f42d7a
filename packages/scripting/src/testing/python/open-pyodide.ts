import type { Engine } from '../../engines/engine.js';
import { type Booted, furnish } from '../../engines/python/boot.js';
import { callPython } from '../../engines/python/c-api.js';
import { callFunction } from '../../engines/python/call-function.js';
import { type PythonImage, takeImage } from '../../engines/python/image.js';
import { engineOf } from '../../engines/python/python.js';
import { type Exports, loadPyodide, onInstance, readModule } from '../../engines/python/runtime.js';

/** Folders of the host, under the names that the interpreter knows them by. */
export type Folders = { readonly [inside: string]: string };

type Pyodide = { readonly FS: { mkdirTree(path: string): void }; mountNodeFS(inside: string, outside: string): void };

/**
 * Python as Pyodide gives it to everyone, all of JavaScript in it and folders of the host beside: the seal taken off.
 * `picture` takes one of the same interpreter, to be opened behind the wall of imports and nothing else.
 */
export async function openPyodide(folders: Folders): Promise<{ engine: Engine; picture(): PythonImage }> {
  const module = readModule();
  let exports: Exports = {};
  const pyodide = await loadPyodide<Pyodide>({}, (settings, make) => {
    onInstance(settings, (made) => {
      exports = made;
    });
    return make(settings);
  });
  for (const [inside, outside] of Object.entries(folders)) {
    pyodide.FS.mkdirTree(inside);
    pyodide.mountNodeFS(inside, outside);
  }
  const api = exports as unknown as Booted['exports'];
  const entries = furnish(api, 'import ctypes, subprocess, socket, pickle, _testcapi');
  const nothing = () => {};
  const engine = engineOf(
    {
      run: (entry, request) => callPython(api, entry, request),
      call: (call, account) =>
        callFunction(api, entries, call, {
          account,
          quietly: (work) => ({ value: work(), rang: false }),
          wrote: () => {},
        }),
      ...{ remember: nothing, rollBack: nothing, startOver: nothing },
    },
    entries,
  );
  return { engine, picture: () => takeImage({ exports: api, entries, module }) };
}
