/** A worker thread with one engine of Python in it, for tests: each message is a call of the engine, each answer its outcome. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Engine } from '../../engines/engine.js';
import type { PythonImage } from '../../engines/python/image.js';
import { python } from '../../engines/python/python.js';
import type { Order, ThreadData } from './engine-thread.js';
import { openPyodide } from './open-pyodide.js';

const { image, folders } = workerData as ThreadData;
const { engine, walled } = await open();
parentPort!.postMessage(walled);
parentPort!.on('message', ({ method, args }: Order) => {
  parentPort!.postMessage((engine[method] as (...given: unknown[]) => unknown)(...args));
});

async function open(): Promise<{ engine: Engine; walled?: PythonImage }> {
  return image === undefined ? openPyodide(folders ?? {}) : { engine: await python.open(image) };
}
