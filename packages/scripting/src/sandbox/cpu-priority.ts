import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** By how much scripts yield to whatever else the server does. */
const POLITE = 5;
/** Less, since on a busy machine this decides whether scripts run at all. */
const SESSION_POLITE = 2;
const LEAST = 19;

/** Lets another process that has just been started, with all that it will start itself, come after this one. */
export function lowerPriorityOf(pid: number): void {
  attempt(() => setPriority(pid, Math.min(LEAST, getPriority() + POLITE)));
  attempt(() => makeSessionPolite(pid));
}

/** Linux may share a processor between sessions first, and only within each by the priority of its threads. */
function makeSessionPolite(pid: number): void {
  const [ours, theirs] = ['self', pid].map((process) => readFileSync(`/proc/${process}/autogroup`, 'utf8'));
  const nice = Number(/nice (-?\d+)/.exec(ours!)?.[1] ?? 0);
  if (ours !== theirs) writeFileSync(`/proc/${pid}/autogroup`, String(Math.min(LEAST, nice + SESSION_POLITE)));
}

/** In Linux the calling thread comes after the others of its process; elsewhere the whole process does. */
export function lowerOwnPriority(): void {
  attempt(() => setPriority(Math.min(LEAST, getPriority() + POLITE)));
}

/** Lets another thread of this process yield to the others, for good. Only Linux has priorities of threads. */
export function lowerPriority(thread: string): void {
  attempt(() => setPriority(Number(thread), Math.min(LEAST, getPriority(Number(thread)) + POLITE)));
}

/** Some systems do not let it be changed, or know no such thing; nothing depends on it. */
function attempt(change: () => void): void {
  try {
    change();
  } catch {}
}
