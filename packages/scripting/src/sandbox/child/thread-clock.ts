import { closeSync, openSync, readlinkSync, readSync } from 'node:fs';

/** The CPU time of one thread. */
export type ThreadClock = {
  nowUs(): number;
  /** How long the thread was ready to run while others had the processor. */
  waitedUs(): number;
  /** The kernel's part of the CPU time, in steps of 10 ms, and the number of page faults. */
  kernelTime(): KernelTime;
  close(): void;
};

export type KernelTime = { readonly ms: number; readonly faults: number };

/** The CPU time of all threads of this process. */
export function processUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The id of the calling thread for `threadClock`, if the system provides it (Linux). */
export function ownThreadId(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self').split('/').pop();
  } catch {
    return undefined;
  }
}

/** A clock for a thread of this process, or undefined if the system does not provide it. */
export function threadClock(thread: string | undefined): ThreadClock | undefined {
  if (thread === undefined) return undefined;
  const total = openFile(`/proc/self/task/${thread}/schedstat`);
  const parts = openFile(`/proc/self/task/${thread}/stat`);
  const clock: ThreadClock = {
    nowUs: () => Math.floor(Number.parseInt(total.read(), 10) / 1000),
    waitedUs: () => Math.floor(Number(total.read().split(' ')[1]) / 1000),
    kernelTime() {
      const text = parts.read();
      // The thread's name comes before, in parentheses, and may contain anything.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return { ms: Number(fields[SYSTEM_TICKS]) * TICK_MS, faults: Number(fields[FAULTS]) };
    },
    close() {
      total.close();
      parts.close();
    },
  };
  // Kernels without these statistics report nothing, or always zero; this thread has certainly used CPU time before.
  if (clock.nowUs() > 0 && clock.kernelTime().ms >= 0) return clock;
  clock.close();
  return undefined;
}

// Field indices of proc(5), counted from the thread's state.
const FAULTS = 7;
const SYSTEM_TICKS = 12;
const TICK_MS = 10;

/** A file whose contents change; after its thread has ended, reading returns the last contents. */
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
