/** A worker thread: runs one interpreter, or, without `work`, prepares what all interpreters share. */
import { constants } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { LIMITS } from '../../contract/limits.js';
import type { Account, Engine, Outcome } from '../../engines/engine.js';
import type { Language } from '../../language.js';
import { lowerOwnPriority } from '../cpu-priority.js';
import type { Job } from '../messages.js';
import { type CpuAccount, keepCpuAccount, readCpuAccount } from './cpu-account.js';
import { loadKind } from './kinds.js';
import { ownThreadId, processUs, threadClock } from './thread-clock.js';

export type WorkerData = {
  readonly language: Language;
  readonly work?: { readonly shared: unknown; readonly cpuAccount: CpuAccount };
};
export type FromWorker =
  | { readonly kind: 'shared'; readonly shared: unknown }
  | { readonly kind: 'ready'; readonly threadId: string | undefined; readonly memoryBytes: number }
  | {
      readonly kind: 'done';
      readonly outcome: Outcome<string>;
      readonly cpuMs: number;
      /** The script's part of the CPU time. */
      readonly scriptMs: number;
      readonly memoryBytes: number;
    };

const port = parentPort!;
const { language, work } = workerData as WorkerData;

const send = (message: FromWorker): void => port.postMessage(message);

// Pyodide reads the names of file modes in a way that Node's permissions forbid; they are not secret.
Object.defineProperty(process, 'binding', { value: () => ({ fs: constants }) });

// The thread that enforces the limits runs at a higher priority.
lowerOwnPriority();
const kind = await loadKind(language);
if (work === undefined) {
  send({ kind: 'shared', shared: await kind.prepare() });
} else {
  const engine = await kind.open(work.shared);
  const threadId = ownThreadId();
  const clock = threadClock(threadId);
  const nowUs = clock?.nowUs ?? processUs;
  const account = keepCpuAccount(work.cpuAccount, nowUs);
  port.on('message', (job: Job) => {
    const began = nowUs();
    const isOver = (ms: number) => () => nowUs() - began > 1000 * ms;
    const outcome = perform(engine, job, account, isOver);
    account.server();
    const endedUs = nowUs();
    const scriptMs = (readCpuAccount(work.cpuAccount, endedUs)?.scriptUs ?? 0) / 1000;
    send({ kind: 'done', outcome, cpuMs: (endedUs - began) / 1000, scriptMs, memoryBytes: memoryOf(engine) });
  });
  send({ kind: 'ready', threadId: clock === undefined ? undefined : threadId, memoryBytes: memoryOf(engine) });
}

function memoryOf(engine: Engine): number {
  return engine.memoryBytes?.() ?? 0;
}

function perform(engine: Engine, job: Job, account: Account, isOver: (ms: number) => () => boolean): Outcome<string> {
  if (job.do !== 'call') account.script();
  switch (job.do) {
    case 'compile':
      return changed(engine.compile(job.source), (program) => Buffer.from(program).toString('base64'));
    case 'load':
      return changed(engine.load(Buffer.from(job.program, 'base64'), job.isCold), (names) => JSON.stringify(names));
    case 'locate':
      return engine.locate(job.name, job.args, job.seed, isOver(job.afterMs));
    case 'call': {
      const outcome = engine.call(job.name, job.args, job.seed, account, job.isStrict);
      if (!outcome.ok || outcome.value.length <= LIMITS.answerLength) return outcome;
      const message = `The answer is longer than ${LIMITS.answerLength} characters of JSON.`;
      const facts = { limit: LIMITS.answerLength };
      return { ok: false, error: { code: 'script/too-large', message, facts, fatal: false }, printed: outcome.printed };
    }
  }
}

function changed<T>(outcome: Outcome<T>, change: (value: T) => string): Outcome<string> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome;
}
