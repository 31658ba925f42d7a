import { createRequire } from 'node:module';
import { constants, runInThisContext } from 'node:vm';
import type { Engine, Outcome } from '../../engines/engine.js';
import { javascript } from '../../engines/javascript/javascript.js';
import { bootProlog, filled, takeImage } from '../../engines/prolog/image.js';
import { apiOf } from '../../engines/prolog/instance.js';
import { engineOf, prolog } from '../../engines/prolog/prolog.js';
import { python } from '../../engines/python/python.js';
import { runsOf } from '../../engines/wasm/write-map.js';
import type { Language } from '../../language.js';
import { openPyodide } from '../python/open-pyodide.js';

/** How much of the isolation is on. `imports` is for Python only: nothing but the restricted imports of its module. */
export type IsolationState = 'on' | 'imports' | 'off';

/** Prepares engines of a language in this process; without isolation they can reach a folder of the host. */
export async function engines(
  language: Language,
  isolation: IsolationState,
  folder: string,
): Promise<() => Promise<Engine>> {
  if (language === 'python' && isolation !== 'on') {
    const { engine, picture } = await openPyodide({ [folder]: folder, '/etc': '/etc', '/host-proc': '/proc' });
    if (isolation === 'off') return async () => engine;
    const image = picture();
    return () => python.open(image);
  }
  if (isolation === 'off') {
    const engine = language === 'javascript' ? openNode() : await openUnrestrictedProlog();
    return async () => engine;
  }
  switch (language) {
    case 'javascript':
      return engineMaker(javascript);
    case 'prolog':
      return engineMaker(prolog);
    case 'python':
      return engineMaker(python);
  }
}

async function engineMaker<T>(kind: {
  prepare(): Promise<T>;
  open(shared: T): Promise<Engine>;
}): Promise<() => Promise<Engine>> {
  const shared = await kind.prepare();
  return () => kind.open(shared);
}

/** JavaScript without isolation: Node itself, with what `node -e` offers. */
function openNode(): Engine {
  const host = globalThis as { [name: string]: unknown };
  host.require = createRequire(import.meta.url);
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const call = (name: string, args: string): Outcome<string> => {
    try {
      const answer = (host[name] as (...given: unknown[]) => unknown)(...JSON.parse(args));
      return { ok: true, value: JSON.stringify(answer) ?? 'null', printed: '' };
    } catch (error) {
      return { ok: false, error: { code: 'script/raised', message: String(error), fatal: false }, printed: '' };
    }
  };
  return {
    compile: (source) => ({ ok: true, value: Buffer.from(source.replace(/^export /gm, '')), printed: '' }),
    load(program) {
      runInThisContext(Buffer.from(program).toString(), { importModuleDynamically });
      return { ok: true, value: [], printed: '' };
    },
    call,
    locate: call,
  };
}

/** Prolog in the instance that was started, with all of its imports working. */
export async function openUnrestrictedProlog(): Promise<Engine> {
  const runtime = await bootProlog();
  const image = takeImage(runtime);
  const api = apiOf(runtime.exports);
  // This module does not track its writes, so everything that is or was not zero counts as written.
  const everything = () => [...runsOf(image.layer.has), ...filled(api)];
  // Lets the memory grow through its own import, so that JavaScript notices.
  api.malloc(image.bytes);
  const written = { written: everything, mark() {}, clear() {} };
  const alive = { api, imports: { begin() {} }, written, takePrinted: () => '' };
  // Prolog's bridge to JavaScript starts at a browser's `window`.
  (globalThis as { window?: unknown }).window = globalThis;
  return engineOf(image, () => alive);
}
