import { readdirSync, readFileSync } from 'node:fs';

const TASKS = '/proc/self/task';

/** The threads of this process, as Linux numbers them; none elsewhere. */
export function threads(): readonly string[] {
  try {
    return readdirSync(TASKS);
  } catch {
    return [];
  }
}

/** Those that have been started since. */
export function newThreads(before: readonly string[]): readonly string[] {
  return threads().filter((thread) => !before.includes(thread));
}

export const mainThread = String(process.pid);

/** Microseconds that these threads have run, in the program and in the system. */
export function ranUs(some: readonly string[]): number {
  return (
    some.reduce((sum, thread) => sum + Number(readFileSync(`${TASKS}/${thread}/schedstat`, 'utf8').split(' ')[0]), 0) /
    1000
  );
}
