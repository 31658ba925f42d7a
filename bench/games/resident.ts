import { readdirSync, readFileSync } from 'node:fs';

/** The most memory that a process has held since its start, in bytes; zero where the system does not tell (Linux does). */
export const peakBytes = (pid: number): number => statusBytes(pid, /VmHWM:\s+(\d+) kB/);

/** What it holds now. */
export const residentBytes = (pid: number): number => statusBytes(pid, /VmRSS:\s+(\d+) kB/);

function statusBytes(pid: number, field: RegExp): number {
  const [, kilobytes] = field.exec(readProc(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}

/** All descendants of a process. */
export function descendantsOf(pid: number): readonly number[] {
  const children = threadsOf(pid)
    .flatMap((thread) => readProc(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter((word) => word.trim() !== '')
    .map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** The contents of a file in /proc; empty if the process has ended. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
