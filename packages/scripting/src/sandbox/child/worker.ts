/** One interpreter in its thread, or, where nothing is shared yet, the thread that makes what all of them share. */
import { constants } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { LIMITS } from '../../contract/limits.js';
import type { Account, Engine, Outcome } from '../../engines/engine.js';
import type { Language } from '../../language.js';
import { lowerOwnPriority } from '../cpu-priority.js';
import type { Job } from '../messages.js';
import { type CpuAccount, keepCpuAccount, readCpuAccount } from './cpu-account.js';
import { loadKind } from './kinds.js';
import { ownThread, processUs, threadClock } from './thread-clock.js';

export type WorkerData = {
  readonly language: Language;
  readonly work?: { readonly shared: unknown; readonly tally: CpuAccount };
};
export type FromWorker =
  | { readonly kind: 'shared'; readonly shared: unknown }
  | { readonly kind: 'ready'; readonly thread: string | undefined; readonly memoryBytes: number }
  | {
      readonly kind: 'done';
      readonly outcome: Outcome<string>;
      readonly cpuMs: number;
      /** The part of it that the script used. */
      readonly scriptMs: number;
      readonly memoryBytes: number;
    };

const port = parentPort!;
const { language, work } = workerData as WorkerData;

const tell = (message: FromWorker): void => port.postMessage(message);

// Pyodide asks for the names of file modes in a way that Node's permissions forbid; they are no secret.
Object.defineProperty(process, 'binding', { value: () => ({ fs: constants }) });

// Whoever watches over the interpreters comes before them.
lowerOwnPriority();
const kind = await loadKind(language);
if (work === undefined) {
  tell({ kind: 'shared', shared: await kind.prepare() });
} else {
  const engine = await kind.open(work.shared);
  const thread = ownThread();
  const clock = threadClock(thread);
  const nowUs = clock?.nowUs ?? processUs;
  const account = keepCpuAccount(work.tally, nowUs);
  port.on('message', (deed: Job) => {
    const began = nowUs();
    const isOver = (ms: number) => () => nowUs() - began > 1000 * ms;
    const outcome = perform(engine, deed, account, isOver);
    account.server();
    const endedUs = nowUs();
    const scriptMs = (readCpuAccount(work.tally, endedUs)?.scriptUs ?? 0) / 1000;
    tell({ kind: 'done', outcome, cpuMs: (endedUs - began) / 1000, scriptMs, memoryBytes: memoryOf(engine) });
  });
  tell({ kind: 'ready', thread: clock === undefined ? undefined : thread, memoryBytes: memoryOf(engine) });
}

function memoryOf(engine: Engine): number {
  return engine.memoryBytes?.() ?? 0;
}

function perform(engine: Engine, deed: Job, account: Account, isOver: (ms: number) => () => boolean): Outcome<string> {
  if (deed.do !== 'call') account.script();
  switch (deed.do) {
    case 'compile':
      return changed(engine.compile(deed.source), (program) => Buffer.from(program).toString('base64'));
    case 'load':
      return changed(engine.load(Buffer.from(deed.program, 'base64'), deed.isCold), (names) => JSON.stringify(names));
    case 'locate':
      return engine.locate(deed.name, deed.args, deed.seed, isOver(deed.afterMs));
    case 'call': {
      const outcome = engine.call(deed.name, deed.args, deed.seed, account, deed.isStrict);
      if (!outcome.ok || outcome.value.length <= LIMITS.answerLength) return outcome;
      const message = `The answer is longer than ${LIMITS.answerLength} characters of JSON.`;
      return { ok: false, fault: { code: 'script/too-large', message, fatal: false }, printed: outcome.printed };
    }
  }
}

function changed<T>(outcome: Outcome<T>, change: (value: T) => string): Outcome<string> {
  return outcome.ok ? { ...outcome, value: change(outcome.value) } : outcome;
}
