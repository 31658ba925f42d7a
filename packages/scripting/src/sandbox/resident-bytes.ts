import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** The resident memory of a process and its children; 0 if the system does not report it. */
export function residentBytes(pid: number): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.reduce((sum, child) => sum + residentBytes(child), Number(pages) * PAGE_BYTES);
  } catch {
    return 0;
  }
}
