import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How much lower the priority of scripts is than that of the server (nice levels). */
const NICENESS = 5;
/** Less, because on a busy machine this decides whether scripts run at all. */
const SESSION_NICENESS = 2;
const LEAST = 19;

/** Lowers the priority of a process that was just started, and of everything it starts. */
export function lowerPriorityOf(pid: number): void {
  attempt(() => setPriority(pid, Math.min(LEAST, getPriority() + NICENESS)));
  attempt(() => lowerSessionPriority(pid));
}

/** Linux may share processors between sessions first, and by thread priority only within each. */
function lowerSessionPriority(pid: number): void {
  const [ours, theirs] = ['self', pid].map((process) => readFileSync(`/proc/${process}/autogroup`, 'utf8'));
  const nice = Number(/nice (-?\d+)/.exec(ours!)?.[1] ?? 0);
  if (ours !== theirs) writeFileSync(`/proc/${pid}/autogroup`, String(Math.min(LEAST, nice + SESSION_NICENESS)));
}

/** On Linux this lowers the priority of the calling thread, elsewhere of the whole process. */
export function lowerOwnPriority(): void {
  attempt(() => setPriority(Math.min(LEAST, getPriority() + NICENESS)));
}

/** Lowers the priority of another thread of this process, permanently. Only Linux has priorities of threads. */
export function lowerPriority(thread: string): void {
  attempt(() => setPriority(Number(thread), Math.min(LEAST, getPriority(Number(thread)) + NICENESS)));
}

/** Some systems forbid this or do not support it; nothing depends on it. */
function attempt(change: () => void): void {
  try {
    change();
  } catch {}
}
