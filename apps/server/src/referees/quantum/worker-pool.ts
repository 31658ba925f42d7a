import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Done, FromWorker, Task, TaskKind, ToWorker } from './tasks.js';

/** Threads for large states. None is started before there is something to do. */
export type WorkerPool = {
  /** Rejects with `CrewLost` when the threads that had the task ended before they were done with it. */
  perform<K extends TaskKind>(task: Task<K>): Promise<Done<K>>;
  /** How many threads run. */
  size(): number;
  close(): Promise<void>;
};

/** Nobody knows whether the task can be done; it may be tried again. */
export class WorkerLost extends Error {}

export type WorkerPoolOptions = { readonly script?: URL; readonly most?: number };

/** A task whose thread ended is given to another once: the thread may have had bad luck with an earlier task. */
const ATTEMPTS = 2;

export function openWorkerPool(options: WorkerPoolOptions = {}): WorkerPool {
  const { script = new URL('./worker.js', import.meta.url), most = Math.max(1, availableParallelism() - 1) } = options;
  const hands = new Set<Hand>();
  let isClosed = false;

  /** The one with the least to do; another one if all are busy and there may be more. */
  function hire(): Hand {
    const idlest = [...hands].sort((a, b) => a.busy() - b.busy())[0];
    if (idlest !== undefined && (idlest.busy() === 0 || hands.size >= most)) return idlest;
    const hand = openHand(script, () => hands.delete(hand));
    hands.add(hand);
    return hand;
  }

  return {
    async perform<K extends TaskKind>(task: Task<K>): Promise<Done<K>> {
      for (let attempt = 1; ; attempt++) {
        if (isClosed) throw new WorkerLost('the server is closing');
        try {
          return await hire().perform(task);
        } catch (error) {
          if (!(error instanceof WorkerLost) || attempt === ATTEMPTS) throw error;
        }
      }
    },
    size: () => hands.size,
    async close() {
      isClosed = true;
      await Promise.all([...hands].map((hand) => hand.end()));
    },
  };
}

type Waiting = { resolve(done: Done<TaskKind>): void; reject(error: Error): void };

type Hand = {
  perform<K extends TaskKind>(task: Task<K>): Promise<Done<K>>;
  busy(): number;
  end(): Promise<unknown>;
};

/** One thread, which does one task after the other. */
function openHand(script: URL, gone: () => void): Hand {
  const worker = new Worker(script);
  const waiting = new Map<number, Waiting>();
  let numbers = 0;
  let trouble = 'it ended';

  worker.on('message', (answer: FromWorker) => {
    const { resolve, reject } = waiting.get(answer.number)!;
    waiting.delete(answer.number);
    if (waiting.size === 0) worker.unref();
    if ('done' in answer) resolve(answer.done);
    else reject(new Error(`a worker failed: ${answer.failed}`));
  });
  worker.on('error', (error) => {
    trouble = error.message;
  });
  worker.once('exit', () => {
    gone();
    for (const { reject } of waiting.values()) reject(new WorkerLost(`the worker was lost: ${trouble}`));
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
