import { Worker } from 'node:worker_threads';
import type { Language } from '../../language.js';
import { lowerPriority } from '../cpu-priority.js';
import type { Budget, FromProcess, ToProcess } from '../messages.js';
import { type CpuAccount, clearCpuAccount, newCpuAccount, readCpuAccount } from './cpu-account.js';
import { type InSystem, processUs, type ThreadClock, threadClock } from './thread-clock.js';
import { sparedMs, verdict } from './verdict.js';
import type { FromWorker, WorkerData } from './worker.js';

/** The interpreters of one language: as many as were wished for, each replaced when it is lost. */
export type WorkerPool = {
  has(worker: number): boolean;
  perform(message: Extract<ToProcess, { kind: 'deed' }>): void;
  /** Ends whatever is over its budget. */
  watch(): void;
};

type Hand = {
  readonly id: number;
  readonly worker: Worker;
  readonly tally: CpuAccount;
  /** The number of its thread, where the system tells it. */
  thread: string | undefined;
  isLow: boolean;
  clock: ThreadClock | undefined;
  freshBytes: number;
  deed: UnderWay | undefined;
};

type Killed = NonNullable<ReturnType<typeof verdict>>;

type UnderWay = {
  readonly id: number;
  readonly budget: Budget;
  readonly beganMs: number;
  /** By the clock of the thread, or that of the process. */
  readonly beganUs: number;
  /** How long the thread had waited for a processor. */
  readonly waitedUs: number;
  /** What had been spent in the system when the script was last seen not to have begun yet, or first seen at all. */
  inSystem: InSystem | undefined;
};

/** An interpreter that holds so much more than at its start is replaced after its answer. */
const GROWN_BYTES = 24 * 1_048_576;
/** Where the system does not tell the time of a thread, that of the process decides: others may have used most of it. */
const PROCESS_FACTOR = 5;
/** A thread that cannot be ended takes the whole process with it; on a busy machine it takes a while to be ended. */
const STUBBORN_MS = 30_000;
const RETRY_MS = 1000;
/** After so many failures in a row nobody is kept waiting any more, and it is tried again less often. */
const FAILURES = 5;
const RETRY_LATER_MS = 30_000;

const BEFORE_START = { thread: undefined, isLow: false, clock: undefined, freshBytes: 0, deed: undefined };

let nextWorker = 1;

/** Starts a crew in the background, one interpreter after the other; `tell` hears of each that is ready or gone. */
export function openWorkerPool(language: Language, size: number, tell: (message: FromProcess) => void): WorkerPool {
  const hands = new Map<number, Hand>();
  let shared: unknown;
  let starting = false;
  let failures = 0;

  function start(data: WorkerData): Worker {
    const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
    return new Worker(new URL(file, import.meta.url), {
      workerData: data,
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
    });
  }

  /** The heavy part of starting happens in a thread of its own, so that games in other languages do not wait for it. */
  function prepare(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const worker = start({ language });
      let made: unknown;
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'shared') made = message.shared;
      });
      worker.on('error', reject);
      worker.on('exit', () => (made === undefined ? reject(new Error('nothing was prepared')) : resolve(made)));
    });
  }

  async function fill(): Promise<void> {
    if (starting) return;
    starting = true;
    try {
      shared ??= await prepare();
      while (hands.size < size) {
        await hire();
        failures = 0;
      }
    } catch (error) {
      if (++failures === FAILURES) {
        const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
        tell({ kind: 'broken', language, message: why.slice(0, 2000) });
      }
      setTimeout(() => void fill(), failures < FAILURES ? RETRY_MS : RETRY_LATER_MS);
    } finally {
      starting = false;
    }
  }

  function hire(): Promise<void> {
    return new Promise((resolve, reject) => {
      const tally = newCpuAccount();
      const worker = start({ language, work: { shared, tally } });
      const hand: Hand = { ...BEFORE_START, id: nextWorker++, worker, tally };
      let isReady = false;
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') {
          isReady = true;
          hand.thread = message.thread;
          hand.clock = threadClock(message.thread);
          hand.freshBytes = message.memoryBytes;
          hands.set(hand.id, hand);
          tell({ kind: 'ready', worker: hand.id, language });
          resolve();
        } else if (message.kind === 'done') finished(hand, message);
      });
      worker.on('error', (error) => {
        if (!isReady) reject(error);
      });
      worker.on('exit', () => {
        hand.clock?.close();
        if (isReady) lost(hand);
        else reject(new Error('the interpreter did not start'));
      });
    });
  }

  function finished(
    hand: Hand,
    { outcome, cpuMs, scriptMs, memoryBytes }: Extract<FromWorker, { kind: 'done' }>,
  ): void {
    const { deed } = hand;
    // It was given up, and its answer comes too late.
    if (deed === undefined || !hands.has(hand.id)) return;
    hand.deed = undefined;
    const isDead = !outcome.ok && (outcome.fault.fatal || outcome.fault.code === 'script/out-of-memory');
    if (isDead || memoryBytes > hand.freshBytes + GROWN_BYTES) dismiss(hand);
    const result = outcome.ok ? { value: outcome.value } : { fault: outcome.fault };
    tell({ kind: 'done', id: deed.id, cpuMs, scriptMs, printed: outcome.printed.slice(0, 20_000), ...result });
  }

  function lost(hand: Hand): void {
    if (!hands.delete(hand.id)) return;
    tell({ kind: 'gone', worker: hand.id });
    if (hand.deed !== undefined) tell({ kind: 'done', id: hand.deed.id, cpuMs: 0, printed: '', killed: 'lost' });
    void fill();
  }

  function dismiss(hand: Hand): void {
    if (!hands.delete(hand.id)) return;
    tell({ kind: 'gone', worker: hand.id });
    const stubborn = setTimeout(() => process.exit(1), STUBBORN_MS);
    void hand.worker.terminate().then(() => clearTimeout(stubborn));
    void fill();
  }

  /** Which limit it has gone over, if any, and what it has used until now. */
  function over({ clock, tally, deed }: Hand): { readonly killed: Killed; readonly cpuMs: number } | undefined {
    const { beganMs, beganUs, waitedUs, budget } = deed!;
    const nowUs = (clock?.nowUs ?? processUs)();
    const read = readCpuAccount(tally, nowUs);
    if (read === undefined) return undefined;
    const used = {
      wallMs: performance.now() - beganMs,
      waitedMs: clock === undefined ? 0 : (clock.waitedUs() - waitedUs) / 1000,
      allMs: (nowUs - beganUs) / 1000,
      scriptMs: read.scriptUs / 1000,
    };
    if (clock !== undefined && (deed!.inSystem === undefined || used.scriptMs === 0)) deed!.inSystem = clock.inSystem();
    const before = deed!.inSystem;
    const spared = (): number => (clock === undefined || before === undefined ? 0 : sparedMs(before, clock.inSystem()));
    const killed = verdict(used, budget, clock === undefined ? PROCESS_FACTOR : 1, spared);
    return killed === undefined ? undefined : { killed, cpuMs: used.allMs };
  }

  void fill();
  return {
    has: (worker) => hands.has(worker),
    perform({ id, worker, deed, budget, isLow }) {
      const hand = hands.get(worker)!;
      if (isLow && !hand.isLow && hand.thread !== undefined) lowerPriority(hand.thread);
      hand.isLow ||= isLow;
      const beganUs = (hand.clock?.nowUs ?? processUs)();
      clearCpuAccount(hand.tally);
      const waitedUs = hand.clock?.waitedUs() ?? 0;
      hand.deed = { id, budget, beganMs: performance.now(), beganUs, waitedUs, inSystem: undefined };
      hand.worker.postMessage(deed);
    },
    watch() {
      for (const hand of hands.values()) {
        if (hand.deed === undefined) continue;
        const end = over(hand);
        if (end === undefined) continue;
        const { id } = hand.deed;
        hand.deed = undefined;
        // Gone before it is done, so that nobody is given it in between.
        dismiss(hand);
        tell({ kind: 'done', id, printed: '', ...end });
      }
    },
  };
}
