import { readdirSync, readFileSync } from 'node:fs';

/** The running child processes of a process. */
export function childPids(of: number | 'self' = 'self'): readonly number[] {
  return readdirSync(`/proc/${of}/task`)
    .flatMap((task) => readFileSync(`/proc/${of}/task/${task}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '')
    .map(Number);
}

/** The resident memory of a process, in bytes; 0 if it has ended. */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readProc(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}

/** The running processes of sandboxes that this process started, wrappers included. */
export function sandboxPids(): readonly number[] {
  return childPids()
    .filter((pid) => readProc(`/proc/${pid}/cmdline`).includes('sandbox/child/process'))
    .flatMap((pid) => [pid, ...within(pid)]);
}

function within(pid: number): readonly number[] {
  try {
    return childPids(pid).flatMap((child) => [child, ...within(child)]);
  } catch {
    return [];
  }
}

/** The contents of a file in /proc; empty once the process has ended. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
