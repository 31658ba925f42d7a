import { readdirSync, readFileSync } from 'node:fs';

/** The processes that this one has started and that still run. */
export function childPids(of: number | 'self' = 'self'): readonly number[] {
  return readdirSync(`/proc/${of}/task`)
    .flatMap((task) => readFileSync(`/proc/${of}/task/${task}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '')
    .map(Number);
}

/** The memory that a process holds, in bytes; none if it has ended. */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(told(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}

/** The processes of sandboxes that this one has started, those in which scripts run and those around them. */
export function sandboxPids(): readonly number[] {
  return childPids()
    .filter((pid) => told(`/proc/${pid}/cmdline`).includes('sandbox/child/process'))
    .flatMap((pid) => [pid, ...within(pid)]);
}

function within(pid: number): readonly number[] {
  try {
    return childPids(pid).flatMap((child) => [child, ...within(child)]);
  } catch {
    return [];
  }
}

/** A file of the system's about a process; empty once that has ended. */
function told(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
