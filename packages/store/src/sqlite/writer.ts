import { setImmediate } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { type Readiness, StoreUnavailable } from '@chessmith/service';
import { Corruption } from './errors.js';
import type { FromWriter, PackedResult, ToWriter, WriteError, WriteRequest, WriterData } from './messages.js';
import { packRequests, unpackResult } from './writer-messages.js';

/** The only way to change the file. */
export type Writer = {
  /** Resolves when the request is durable; rejects with `StoreUnavailable` if it cannot be written. */
  write(request: WriteRequest): Promise<unknown>;
  readiness(): Readiness;
  /** Finishes all earlier requests, then closes the file. */
  close(): Promise<void>;
};

type QueuedRequest = { readonly request: WriteRequest; resolve(value: unknown): void; reject(error: Error): void };

/**
 * Starts the writer thread. Requests that arrive during a transaction form the next batch, so that under load many share
 * one fsync (group commit).
 */
export async function openWriter(data: WriterData): Promise<Writer> {
  const worker = new Worker(new URL('./writer-thread.js', import.meta.url), { workerData: data });
  await opened(worker);

  let queue: QueuedRequest[] = [];
  let inFlight: readonly QueuedRequest[] = [];
  let isBusy = false;
  let failure: string | undefined;
  let isClosing = false;
  const idle: (() => void)[] = [];
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  function send(): void {
    if (queue.length === 0) {
      isBusy = false;
      for (const resolve of idle.splice(0)) resolve();
      return;
    }
    inFlight = queue;
    queue = [];
    post({ kind: 'batch', requests: packRequests(inFlight.map(({ request }) => request)) });
  }

  function post(message: ToWriter): void {
    worker.postMessage(message);
  }

  function settle(results: readonly PackedResult[], hasWritten: boolean): void {
    const settled = inFlight;
    inFlight = [];
    // A transaction that changes nothing succeeds even on a full disk, so it does not end the failure.
    if (hasWritten) failure = undefined;
    for (let index = 0; index < settled.length; index++) {
      const result = unpackResult(results[index]!);
      if ('value' in result) settled[index]!.resolve(result.value);
      else {
        settled[index]!.reject(errorOf(result.error));
        if (result.error.kind === 'disk') failure = result.error.message;
      }
    }
    send();
  }

  worker.on('message', (message: FromWriter) => {
    if (message.kind === 'done') settle(message.results, message.hasWritten);
  });
  worker.on('error', (error) => {
    failure = `the writer thread has failed: ${error.message}`;
  });
  worker.once('exit', () => {
    const error = new StoreUnavailable(failure ?? 'the writer thread has ended');
    for (const queued of [...inFlight, ...queue]) queued.reject(error);
    inFlight = [];
    queue = [];
    isClosing = true;
    for (const resolve of idle.splice(0)) resolve();
  });

  return {
    write(request) {
      if (isClosing) return Promise.reject(new StoreUnavailable(failure ?? 'the store is closed'));
      return new Promise((resolve, reject) => {
        queue.push({ request, resolve, reject });
        if (isBusy) return;
        isBusy = true;
        // Not at once, so that all requests of this turn of the event loop share one transaction.
        setImmediate(send);
      });
    },
    readiness() {
      const reason = failure ?? (isClosing ? 'closed' : undefined);
      return reason === undefined ? { ready: true } : { ready: false, reason };
    },
    async close() {
      if (!isClosing) {
        isClosing = true;
        if (isBusy) await new Promise<void>((resolve) => idle.push(resolve));
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
      if (message.kind === 'opened') resolve();
      else
        reject(
          new StoreUnavailable(
            message.kind === 'open-failed' ? message.message : 'the writer thread did not open the file',
          ),
        );
    });
  });
}

function errorOf({ kind, message }: WriteError): Error {
  switch (kind) {
    case 'disk':
      return new StoreUnavailable(message);
    case 'corruption':
      return new Corruption(message);
    case 'bug':
      return new Error(message);
  }
}
