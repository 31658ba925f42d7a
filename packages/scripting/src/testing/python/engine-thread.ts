import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import type { Engine } from '../../engines/engine.js';
import type { PythonImage } from '../../engines/python/image.js';
import type { Folders } from './open-pyodide.js';

type Method = 'compile' | 'load' | 'call';

export type Order = { readonly method: Method; readonly args: readonly unknown[] };
/** Without an image, the thread opens Pyodide as it is, with these folders of the host in its file system. */
export type ThreadData = { readonly image?: PythonImage; readonly folders?: Folders };

/** An engine in a thread of its own: the same calls, with answers that come later. */
export type EngineThread = {
  readonly [method in Method]: (...args: Parameters<Engine[method]>) => Promise<ReturnType<Engine[method]>>;
} & {
  /** Of an open Pyodide, its picture. */
  readonly walled: PythonImage | undefined;
  terminate(): Promise<void>;
};

export type Threads = { start(data: ThreadData): Promise<EngineThread>; remove(): void };

/** Makes today's sources into a program that Node can start as a thread. */
export async function makeThreads(): Promise<Threads> {
  const input = fileURLToPath(new URL('./thread.ts', import.meta.url));
  // Below the room, so that its dependencies are found from there; ignored by git.
  const place = fileURLToPath(new URL('../../../dist/programs/', import.meta.url));
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(place);
  const bundle = await rolldown({
    input,
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@chessmith/'),
  });
  const file = join(folder, 'thread.mjs');
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return { start: (data) => start(file, data), remove: () => rmSync(folder, { recursive: true }) };
}

async function start(file: string, data: ThreadData): Promise<EngineThread> {
  const worker = new Worker(file, { workerData: data });
  const next = async () => (await once(worker, 'message'))[0];
  const walled = (await next()) as PythonImage | undefined;
  const ask = (method: Method, ...args: readonly unknown[]) => {
    worker.postMessage({ method, args } satisfies Order);
    return next();
  };
  return {
    compile: (source) => ask('compile', source),
    load: (program) => ask('load', program),
    call: (name, args, seed) => ask('call', name, args, seed),
    walled,
    terminate: async () => {
      await worker.terminate();
    },
  };
}
