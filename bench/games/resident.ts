import { readdirSync, readFileSync } from 'node:fs';

/** The peak memory of a process since its start, in bytes; zero where the system does not report it (Linux does). */
export function peakBytes(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readProc(`/proc/${pid}/status`)) ?? [];
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
