import { readFileSync, readlinkSync } from 'node:fs';

/** Tells how long one thread has been on a processor. */
export type ThreadClock = { nowMs(): number };

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
  const file = `/proc/self/task/${thread}/schedstat`;
  let last = 0;
  /** A thread that has ended is told with the time it had last. */
  const nowMs = (): number => {
    try {
      last = Number.parseInt(readFileSync(file, 'utf8'), 10) / 1e6;
    } catch {}
    return last;
  };
  // Kernels without statistics say nothing, or zero for ever; this thread has surely worked before it came here.
  return nowMs() > 0 ? { nowMs } : undefined;
}
