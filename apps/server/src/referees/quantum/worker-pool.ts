import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Done, FromWorker, Task, TaskKind, ToWorker } from './tasks.js';

/** Worker threads for large states, started on demand. */
export type WorkerPool = {
  /** Rejects with `WorkerLost` if the workers that had the task ended before it was done. */
  perform<K extends TaskKind>(task: Task<K>): Promise<Done<K>>;
  /** The number of running workers. */
  size(): number;
  close(): Promise<void>;
};

/** A task failed because its worker ended; it may be tried again. */
export class WorkerLost extends Error {}

export type WorkerPoolOptions = { readonly script?: URL; readonly most?: number };

/** A task whose worker ended is given to another once: an earlier task may have caused the end. */
const ATTEMPTS = 2;

export function openWorkerPool(options: WorkerPoolOptions = {}): WorkerPool {
  const { script = new URL('./worker.js', import.meta.url), most = Math.max(1, availableParallelism() - 1) } = options;
  const workers = new Set<PooledWorker>();
  let isClosed = false;

  /** The least busy worker; a new one if all are busy and the limit allows it. */
  function leastBusy(): PooledWorker {
    const leastLoaded = [...workers].sort((a, b) => a.busy() - b.busy())[0];
    if (leastLoaded !== undefined && (leastLoaded.busy() === 0 || workers.size >= most)) return leastLoaded;
    const worker = startWorker(script, () => workers.delete(worker));
    workers.add(worker);
    return worker;
  }

  return {
    async perform<K extends TaskKind>(task: Task<K>): Promise<Done<K>> {
      for (let attempt = 1; ; attempt++) {
        if (isClosed) throw new WorkerLost('the server is closing');
        try {
          return await leastBusy().perform(task);
        } catch (error) {
          if (!(error instanceof WorkerLost) || attempt === ATTEMPTS) throw error;
        }
      }
    },
    size: () => workers.size,
    async close() {
      isClosed = true;
      await Promise.all([...workers].map((worker) => worker.end()));
    },
  };
}

type Waiting = { resolve(done: Done<TaskKind>): void; reject(error: Error): void };

type PooledWorker = {
  perform<K extends TaskKind>(task: Task<K>): Promise<Done<K>>;
  busy(): number;
  end(): Promise<unknown>;
};

/** One worker, which runs its tasks in sequence. */
function startWorker(script: URL, onExit: () => void): PooledWorker {
  const worker = new Worker(script);
  const waiting = new Map<number, Waiting>();
  let numbers = 0;
  let reason = 'it ended';

  worker.on('message', (answer: FromWorker) => {
    const { resolve, reject } = waiting.get(answer.number)!;
    waiting.delete(answer.number);
    if (waiting.size === 0) worker.unref();
    if ('done' in answer) resolve(answer.done);
    else reject(new Error(`a worker failed: ${answer.failed}`));
  });
  worker.on('error', (error) => {
    reason = error.message;
  });
  worker.once('exit', () => {
    onExit();
    for (const { reject } of waiting.values()) reject(new WorkerLost(`the worker was lost: ${reason}`));
    waiting.clear();
  });

  return {
    perform: <K extends TaskKind>(task: Task<K>) =>
      new Promise<Done<K>>((resolve, reject) => {
        const message: ToWorker = { number: ++numbers, task: task as Task };
        waiting.set(message.number, { resolve: resolve as Waiting['resolve'], reject });
        worker.ref();
        worker.postMessage(message);
      }),
    busy: () => waiting.size,
    end: () => worker.terminate(),
  };
}
