import { setImmediate } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { type Readiness, StoreUnavailable } from '@chessmith/service';
import { Corruption } from './corruption.js';
import type { FromWriter, PackedResults, ToWriter, WriteError, WriteRequest, WriterData } from './messages.js';
import { packRequests, unpackResults } from './writer-messages.mjs';

/** The one way to change the file. */
export type Writer = {
  /** Resolves when what was ordered is on the disk; rejects with `StoreUnavailable` when it cannot be written. */
  perform(order: WriteRequest): Promise<unknown>;
  readiness(): Readiness;
  /** Carries out what was ordered before, then lets go of the file. */
  close(): Promise<void>;
};

type Waiting = { readonly order: WriteRequest; resolve(answer: unknown): void; reject(error: Error): void };

/**
 * Starts the writer thread. Orders that arrive while a transaction is under way make up the next one, so that under load
 * many share one fsync.
 */
export async function openWriter(data: WriterData): Promise<Writer> {
  const worker = new Worker(new URL('./writer-thread.mjs', import.meta.url), { workerData: data });
  await opened(worker);

  let queue: Waiting[] = [];
  let underWay: readonly Waiting[] = [];
  let isSent = false;
  let refusal: string | undefined;
  let isClosing = false;
  const idle: (() => void)[] = [];
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  function send(): void {
    if (queue.length === 0) {
      isSent = false;
      for (const resolve of idle.splice(0)) resolve();
      return;
    }
    underWay = queue;
    queue = [];
    post({ kind: 'batch', orders: packRequests(underWay.map(({ order }) => order)) });
  }

  function post(message: ToWriter): void {
    worker.postMessage(message);
  }

  function settle(done: readonly PackedResults[], hasWritten: boolean): void {
    const settled = underWay;
    underWay = [];
    // A transaction that changes nothing succeeds on a full disk, too.
    if (hasWritten) refusal = undefined;
    for (let index = 0; index < settled.length; index++) {
      const one = unpackResults(done[index]!);
      if ('answer' in one) settled[index]!.resolve(one.answer);
      else {
        settled[index]!.reject(errorOf(one.trouble));
        if (one.trouble.kind === 'disk') refusal = one.trouble.message;
      }
    }
    send();
  }

  worker.on('message', (message: FromWriter) => {
    if (message.kind === 'done') settle(message.done, message.hasWritten);
  });
  worker.on('error', (error) => {
    refusal = `the writer has failed: ${error.message}`;
  });
  worker.once('exit', () => {
    const gone = new StoreUnavailable(refusal ?? 'the writer has ended');
    for (const waiting of [...underWay, ...queue]) waiting.reject(gone);
    underWay = [];
    queue = [];
    isClosing = true;
    for (const resolve of idle.splice(0)) resolve();
  });

  return {
    perform(order) {
      if (isClosing) return Promise.reject(new StoreUnavailable(refusal ?? 'the store is closed'));
      return new Promise((resolve, reject) => {
        queue.push({ order, resolve, reject });
        if (isSent) return;
        isSent = true;
        // Not at once: whatever else this turn of the event loop brings goes into the same transaction.
        setImmediate(send);
      });
    },
    readiness() {
      const reason = refusal ?? (isClosing ? 'closed' : undefined);
      return reason === undefined ? { ready: true } : { ready: false, reason };
    },
    async close() {
      if (!isClosing) {
        isClosing = true;
        if (isSent) await new Promise<void>((resolve) => idle.push(resolve));
        post({ kind: 'close' });
      }
      await ended;
    },
  };
}

function opened(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: FromWriter) => {
      worker.off('error', reject);
      if (message.kind === 'open') resolve();
      else reject(new StoreUnavailable(message.kind === 'not-open' ? message.message : 'the writer did not open'));
    });
  });
}

function errorOf({ kind, message }: WriteError): Error {
  switch (kind) {
    case 'disk':
      return new StoreUnavailable(message);
    case 'damage':
      return new Corruption(message);
    case 'bug':
      return new Error(message);
  }
}
