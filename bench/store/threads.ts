import { readdirSync, readFileSync } from 'node:fs';

const TASKS = '/proc/self/task';

/** The thread ids of this process on Linux; empty elsewhere. */
export function threads(): readonly string[] {
  try {
    return readdirSync(TASKS);
  } catch {
    return [];
  }
}

/** The threads that were started since. */
export function newThreads(before: readonly string[]): readonly string[] {
  return threads().filter((thread) => !before.includes(thread));
}

export const mainThread = String(process.pid);

/** The CPU time of these threads in microseconds, user and system. */
export function ranUs(some: readonly string[]): number {
  return (
    some.reduce((sum, thread) => sum + Number(readFileSync(`${TASKS}/${thread}/schedstat`, 'utf8').split(' ')[0]), 0) /
    1000
  );
}
