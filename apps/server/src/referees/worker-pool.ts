import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

/** The kinds of jobs of a worker, each with its input and its result. */
export type JobKinds = { readonly [kind: string]: { readonly job: object; readonly done: unknown } };
export type Job<Kinds, K extends keyof Kinds = keyof Kinds> = {
  [T in K]: { readonly kind: T } & (Kinds[T] extends { readonly job: infer J } ? J : never);
}[K];
export type Done<Kinds, K extends keyof Kinds> = Kinds[K] extends { readonly done: infer D } ? D : never;

/** Worker threads that compute outside the event loop, started on demand. */
export type WorkerPool<Kinds> = {
  /** Rejects with `WorkerLost` if the workers that had the job ended before it was done. */
  perform<K extends keyof Kinds>(job: Job<Kinds, K>): Promise<Done<Kinds, K>>;
  /** The number of running workers. */
  size(): number;
  close(): Promise<void>;
};

/** A job failed because its worker ended; it may be tried again. */
export class WorkerLost extends Error {}

export type WorkerPoolOptions = {
  readonly most?: number;
  /** The heap of a worker, in megabytes. */
  readonly heapMb?: number;
  /** A worker without a job for this long ends, so that its memory is freed. */
  readonly idleMs?: number;
};

type ToWorker = { readonly id: number; readonly job: unknown };
type FromWorker = { readonly id: number; readonly done: unknown } | { readonly id: number; readonly failed: string };

/** A job whose worker ended is given to another once: an earlier job may have caused the end. */
const ATTEMPTS = 2;

export function openWorkerPool<Kinds>(script: URL, options: WorkerPoolOptions = {}): WorkerPool<Kinds> {
  const { most = Math.max(1, availableParallelism() - 1) } = options;
  const workers = new Set<PooledWorker>();
  let isClosed = false;

  /** The least busy worker; a new one if all are busy and the limit allows it. */
  function leastBusy(): PooledWorker {
    const leastLoaded = [...workers].sort((a, b) => a.busy() - b.busy())[0];
    if (leastLoaded !== undefined && (leastLoaded.busy() === 0 || workers.size >= most)) return leastLoaded;
    const worker = startWorker(script, options, () => workers.delete(worker));
    workers.add(worker);
    return worker;
  }

  return {
    async perform<K extends keyof Kinds>(job: Job<Kinds, K>) {
      for (let attempt = 1; ; attempt++) {
        if (isClosed) throw new WorkerLost('the server is closing');
        try {
          return (await leastBusy().perform(job)) as Done<Kinds, K>;
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

type PooledWorker = { perform(job: unknown): Promise<unknown>; busy(): number; end(): Promise<unknown> };

/** One worker, which runs its jobs in sequence. */
function startWorker(script: URL, { heapMb, idleMs }: WorkerPoolOptions, onExit: () => void): PooledWorker {
  const worker = new Worker(script, heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
  const waiting = new Map<number, { resolve(done: unknown): void; reject(error: Error): void }>();
  let ids = 0;
  let reason = 'it ended';
  let idle: NodeJS.Timeout | undefined;

  worker.on('message', (answer: FromWorker) => {
    const { resolve, reject } = waiting.get(answer.id)!;
    waiting.delete(answer.id);
    if (waiting.size === 0) {
      worker.unref();
      if (idleMs !== undefined) idle = setTimeout(end, idleMs).unref();
    }
    if ('done' in answer) resolve(answer.done);
    else reject(new Error(`a worker failed: ${answer.failed}`));
  });
  worker.on('error', (error) => {
    reason = error.message;
  });
  worker.once('exit', () => {
    onExit();
    clearTimeout(idle);
    for (const { reject } of waiting.values()) reject(new WorkerLost(`the worker was lost: ${reason}`));
    waiting.clear();
  });

  /** No job is given to it from now on. */
  function end(): Promise<unknown> {
    onExit();
    return worker.terminate();
  }

  return {
    perform: (job) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        const message: ToWorker = { id: ++ids, job };
        waiting.set(message.id, { resolve, reject });
        worker.ref();
        worker.postMessage(message);
      }),
    busy: () => waiting.size,
    end,
  };
}

/** The worker's side: performs each job that arrives, one after the other. */
export function performJobs<Kinds>(perform: (job: Job<Kinds>) => Done<Kinds, keyof Kinds>): void {
  parentPort!.on('message', ({ id, job }: ToWorker) => {
    let answer: FromWorker;
    try {
      answer = { id, done: perform(job as Job<Kinds>) };
    } catch (error) {
      answer = { id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    parentPort!.postMessage(answer);
  });
}
