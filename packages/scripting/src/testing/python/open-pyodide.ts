import type { Engine } from '../../engines/engine.js';
import { type Booted, runPrelude } from '../../engines/python/boot.js';
import { callPython } from '../../engines/python/c-api.js';
import { callFunction } from '../../engines/python/call-function.js';
import { type PythonImage, takeImage } from '../../engines/python/image.js';
import { engineOf } from '../../engines/python/python.js';
import { type Exports, loadPyodide, onInstance, readModule } from '../../engines/python/runtime.js';

/** Folders of the host, by their paths inside the interpreter. */
export type Folders = { readonly [inside: string]: string };

type Pyodide = { readonly FS: { mkdirTree(path: string): void }; mountNodeFS(inside: string, outside: string): void };

/**
 * Python as Pyodide starts it, without isolation: with access to JavaScript and to folders of the host. `picture` takes
 * an image of it, to be opened with restricted imports and nothing else.
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
  const entries = runPrelude(api, 'import ctypes, subprocess, socket, pickle, _testcapi');
  const nothing = () => {};
  const engine = engineOf(
    {
      run: (entry, request) => callPython(api, entry, request),
      call: (call, account) =>
        callFunction(api, entries, call, {
          account,
          withAlarm: (work) => ({ value: work(), rang: false }),
          wrote: () => {},
        }),
      ...{ remember: nothing, rollBack: nothing, startOver: nothing },
    },
    entries,
  );
  return { engine, picture: () => takeImage({ exports: api, entries, module }) };
}
