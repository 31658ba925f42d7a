import { closeSync, openSync, readlinkSync, readSync } from 'node:fs';

/** Tells how long one thread has been on a processor. */
export type ThreadClock = {
  nowUs(): number;
  /** How long it was ready to run while others had the processor. */
  waitedUs(): number;
  /** What of that the system spent on it, to a hundredth of a second, and how often it had to find it fresh memory. */
  inSystem(): InSystem;
  close(): void;
};

export type InSystem = { readonly ms: number; readonly faults: number };

/** How long all threads of this process have been on a processor: at least as long as any of them. */
export function processUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The number of the calling thread where the system tells it (Linux), for `threadClock`. */
export function ownThread(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self').split('/').pop();
  } catch {
    return undefined;
  }
}

/** A clock for a thread of this process, or undefined where the system does not tell. */
export function threadClock(thread: string | undefined): ThreadClock | undefined {
  if (thread === undefined) return undefined;
  const total = openFile(`/proc/self/task/${thread}/schedstat`);
  const parts = openFile(`/proc/self/task/${thread}/stat`);
  const clock: ThreadClock = {
    nowUs: () => Math.floor(Number.parseInt(total.read(), 10) / 1000),
    waitedUs: () => Math.floor(Number(total.read().split(' ')[1]) / 1000),
    inSystem() {
      const text = parts.read();
      // A name in brackets comes first, and may hold anything.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return { ms: Number(fields[SYSTEM_TICKS]) * TICK_MS, faults: Number(fields[FAULTS]) };
    },
    close() {
      total.close();
      parts.close();
    },
  };
  // Kernels without statistics say nothing, or zero for ever; this thread has surely worked before it came here.
  if (clock.nowUs() > 0 && clock.inSystem().ms >= 0) return clock;
  clock.close();
  return undefined;
}

// Of proc(5), counted from the state of the thread.
const FAULTS = 7;
const SYSTEM_TICKS = 12;
const TICK_MS = 10;

/** A file that says something new whenever it is read; when its thread has ended, what it said last. */
function openFile(path: string): { read(): string; close(): void } {
  const bytes = Buffer.alloc(1024);
  let last = '';
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
  } catch {}
  return {
    read() {
      try {
        if (file !== undefined) last = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0));
      } catch {}
      return last;
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
