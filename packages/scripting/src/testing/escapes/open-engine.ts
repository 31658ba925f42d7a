import { createRequire } from 'node:module';
import { constants, runInThisContext } from 'node:vm';
import type { Engine, Outcome } from '../../engines/engine.js';
import { javascript } from '../../engines/javascript/javascript.js';
import { bootProlog, filled, takeImage } from '../../engines/prolog/image.js';
import { engineOf, prolog } from '../../engines/prolog/prolog.js';
import { apiOf } from '../../engines/prolog/seal.js';
import { python } from '../../engines/python/python.js';
import { runsOf } from '../../engines/wasm/write-map.js';
import type { Language } from '../../language.js';
import { openPyodide } from '../python/open-pyodide.js';

/** How much of the seal is on. `imports` is Python alone: nothing holds but what its module may call outside. */
export type SealState = 'on' | 'imports' | 'off';

/** Prepares engines of a language in this process, with a folder of the host in reach where the seal is off. */
export async function engines(language: Language, seal: SealState, folder: string): Promise<() => Promise<Engine>> {
  if (language === 'python' && seal !== 'on') {
    const { engine, picture } = await openPyodide({ [folder]: folder, '/etc': '/etc', '/host-proc': '/proc' });
    if (seal === 'off') return async () => engine;
    const image = picture();
    return () => python.open(image);
  }
  if (seal === 'off') {
    const engine = language === 'javascript' ? openNode() : await openUnsealedProlog();
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

/** JavaScript that nobody fences in: Node itself, with what `node -e` has. */
function openNode(): Engine {
  const host = globalThis as { [name: string]: unknown };
  host.require = createRequire(import.meta.url);
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const call = (name: string, args: string): Outcome<string> => {
    try {
      const answer = (host[name] as (...given: unknown[]) => unknown)(...JSON.parse(args));
      return { ok: true, value: JSON.stringify(answer) ?? 'null', printed: '' };
    } catch (error) {
      return { ok: false, fault: { code: 'script/raised', message: String(error), fatal: false }, printed: '' };
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

/** Prolog in the instance that was started, with all of its imports alive. */
export async function openUnsealedProlog(): Promise<Engine> {
  const runtime = await bootProlog();
  const image = takeImage(runtime);
  const api = apiOf(runtime.exports);
  // It does not note what it writes: everything may have been written that is or was not zero.
  const everything = () => [...runsOf(image.layer.has), ...filled(api)];
  // Its memory grows as it would by itself, so that JavaScript learns of it.
  api.malloc(image.bytes);
  const written = { written: everything, mark() {}, clear() {} };
  const alive = { api, seal: { begin() {} }, written, takePrinted: () => '' };
  // Its way to JavaScript begins at a browser's window.
  (globalThis as { window?: unknown }).window = globalThis;
  return engineOf(image, () => alive);
}
