import { readdirSync, readFileSync } from 'node:fs';

/** The most memory that a process has held since its start, in bytes; zero where the system does not tell (Linux does). */
export function peakBytes(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(told(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}

/** The processes below a process. */
export function descendantsOf(pid: number): readonly number[] {
  const children = threadsOf(pid)
    .flatMap((thread) => told(`/proc/${pid}/task/${thread}/children`).split(' '))
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

/** A process may end while it is looked at. */
function told(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
