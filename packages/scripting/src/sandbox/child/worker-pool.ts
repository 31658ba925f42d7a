import { Worker as Thread } from 'node:worker_threads';
import type { Language } from '../../language.js';
import { lowerPriority } from '../cpu-priority.js';
import type { Budget, FromProcess, ToProcess } from '../messages.js';
import { type CpuAccount, clearCpuAccount, newCpuAccount, readCpuAccount } from './cpu-account.js';
import { exceededLimit, pageFaultMs } from './exceeded-limit.js';
import { type KernelTime, processUs, type ThreadClock, threadClock } from './thread-clock.js';
import type { FromWorker, WorkerData } from './worker.js';

/** The workers of one language; each is replaced when it is lost. */
export type WorkerPool = {
  has(workerId: number): boolean;
  perform(message: Extract<ToProcess, { kind: 'job' }>): void;
  /** Terminates workers whose job exceeds its budget. */
  watch(): void;
};

type PooledWorker = {
  readonly id: number;
  readonly thread: Thread;
  readonly cpuAccount: CpuAccount;
  /** The id of its thread, if the system provides it. */
  threadId: string | undefined;
  isLowPriority: boolean;
  clock: ThreadClock | undefined;
  freshBytes: number;
  job: RunningJob | undefined;
};

type Killed = NonNullable<ReturnType<typeof exceededLimit>>;

type RunningJob = {
  readonly id: number;
  readonly budget: Budget;
  readonly beganMs: number;
  /** By the clock of the thread, or of the process. */
  readonly beganUs: number;
  /** How long the thread had waited for a processor before. */
  readonly waitedUs: number;
  /** Kernel time when the script was last seen not to have started, or when the job was first observed. */
  kernelTime: KernelTime | undefined;
};

/** A worker whose memory has grown by more than this is replaced after its answer. */
const GROWN_BYTES = 24 * 1_048_576;
/**
 * Multiplies the budgets where only the CPU time of the whole process is known: other threads may have used most of it.
 */
const PROCESS_FACTOR = 5;
/**
 * If a thread cannot be terminated in this time, the whole process exits; on a busy machine terminating takes a while.
 */
const TERMINATE_MS = 30_000;
const RETRY_MS = 1000;
/** After so many failed starts in a row, waiting jobs are refused, and starting is retried less often. */
const FAILURES = 5;
const RETRY_LATER_MS = 30_000;

const BEFORE_START = { threadId: undefined, isLowPriority: false, clock: undefined, freshBytes: 0, job: undefined };

let nextWorker = 1;

/**
 * Starts the workers in the background, one after the other; `send` receives an event for each that is ready or gone.
 */
export function openWorkerPool(language: Language, size: number, send: (message: FromProcess) => void): WorkerPool {
  const workers = new Map<number, PooledWorker>();
  let shared: unknown;
  let starting = false;
  let failures = 0;

  function start(data: WorkerData): Thread {
    const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
    return new Thread(new URL(file, import.meta.url), {
      workerData: data,
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
    });
  }

  /** The slow part of starting runs in a thread of its own, so that games in other languages do not wait for it. */
  function prepare(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const thread = start({ language });
      let made: unknown;
      thread.on('message', (message: FromWorker) => {
        if (message.kind === 'shared') made = message.shared;
      });
      thread.on('error', reject);
      thread.on('exit', () =>
        made === undefined ? reject(new Error('the thread ended without preparing the interpreter')) : resolve(made),
      );
    });
  }

  async function fill(): Promise<void> {
    if (starting) return;
    starting = true;
    try {
      shared ??= await prepare();
      while (workers.size < size) {
        await startWorker();
        failures = 0;
      }
    } catch (error) {
      if (++failures === FAILURES) {
        const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
        send({ kind: 'broken', language, message: why.slice(0, 2000) });
      }
      setTimeout(() => void fill(), failures < FAILURES ? RETRY_MS : RETRY_LATER_MS);
    } finally {
      starting = false;
    }
  }

  function startWorker(): Promise<void> {
    return new Promise((resolve, reject) => {
      const cpuAccount = newCpuAccount();
      const thread = start({ language, work: { shared, cpuAccount } });
      const worker: PooledWorker = { ...BEFORE_START, id: nextWorker++, thread, cpuAccount };
      let isReady = false;
      thread.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') {
          isReady = true;
          worker.threadId = message.threadId;
          worker.clock = threadClock(message.threadId);
          worker.freshBytes = message.memoryBytes;
          workers.set(worker.id, worker);
          send({ kind: 'ready', worker: worker.id, language });
          resolve();
        } else if (message.kind === 'done') finished(worker, message);
      });
      thread.on('error', (error) => {
        if (!isReady) reject(error);
      });
      thread.on('exit', () => {
        worker.clock?.close();
        if (isReady) lost(worker);
        else reject(new Error('the interpreter did not start'));
      });
    });
  }

  function finished(
    worker: PooledWorker,
    { outcome, cpuMs, scriptMs, memoryBytes }: Extract<FromWorker, { kind: 'done' }>,
  ): void {
    const { job } = worker;
    // The job was given up already, and its answer comes too late.
    if (job === undefined || !workers.has(worker.id)) return;
    worker.job = undefined;
    const isDead = !outcome.ok && (outcome.error.fatal || outcome.error.code === 'script/out-of-memory');
    if (isDead || memoryBytes > worker.freshBytes + GROWN_BYTES) terminate(worker);
    const result = outcome.ok ? { value: outcome.value } : { error: outcome.error };
    send({ kind: 'done', id: job.id, cpuMs, scriptMs, printed: outcome.printed.slice(0, 20_000), ...result });
  }

  function lost(worker: PooledWorker): void {
    if (!workers.delete(worker.id)) return;
    send({ kind: 'gone', worker: worker.id });
    if (worker.job !== undefined) send({ kind: 'done', id: worker.job.id, cpuMs: 0, printed: '', killed: 'lost' });
    void fill();
  }

  function terminate(worker: PooledWorker): void {
    if (!workers.delete(worker.id)) return;
    send({ kind: 'gone', worker: worker.id });
    const exit = setTimeout(() => process.exit(1), TERMINATE_MS);
    void worker.thread.terminate().then(() => clearTimeout(exit));
    void fill();
  }

  /** The limit that the current job has exceeded, if any, and its CPU time so far. */
  function over({
    clock,
    cpuAccount,
    job,
  }: PooledWorker): { readonly killed: Killed; readonly cpuMs: number } | undefined {
    const { beganMs, beganUs, waitedUs, budget } = job!;
    const nowUs = (clock?.nowUs ?? processUs)();
    const read = readCpuAccount(cpuAccount, nowUs);
    if (read === undefined) return undefined;
    const used = {
      wallMs: performance.now() - beganMs,
      waitedMs: clock === undefined ? 0 : (clock.waitedUs() - waitedUs) / 1000,
      allMs: (nowUs - beganUs) / 1000,
      scriptMs: read.scriptUs / 1000,
    };
    if (clock !== undefined && (job!.kernelTime === undefined || used.scriptMs === 0))
      job!.kernelTime = clock.kernelTime();
    const before = job!.kernelTime;
    const notCharged = (): number =>
      clock === undefined || before === undefined ? 0 : pageFaultMs(before, clock.kernelTime());
    const killed = exceededLimit(used, budget, clock === undefined ? PROCESS_FACTOR : 1, notCharged);
    return killed === undefined ? undefined : { killed, cpuMs: used.allMs };
  }

  void fill();
  return {
    has: (workerId) => workers.has(workerId),
    perform({ id, worker: workerId, job, budget, isLowPriority }) {
      const worker = workers.get(workerId)!;
      if (isLowPriority && !worker.isLowPriority && worker.threadId !== undefined) lowerPriority(worker.threadId);
      worker.isLowPriority ||= isLowPriority;
      const beganUs = (worker.clock?.nowUs ?? processUs)();
      clearCpuAccount(worker.cpuAccount);
      const waitedUs = worker.clock?.waitedUs() ?? 0;
      worker.job = { id, budget, beganMs: performance.now(), beganUs, waitedUs, kernelTime: undefined };
      worker.thread.postMessage(job);
    },
    watch() {
      for (const worker of workers.values()) {
        if (worker.job === undefined) continue;
        const end = over(worker);
        if (end === undefined) continue;
        const { id } = worker.job;
        worker.job = undefined;
        // Report the worker as gone before the job as done, so that the pool does not lease it in between.
        terminate(worker);
        send({ kind: 'done', id, printed: '', ...end });
      }
    },
  };
}
