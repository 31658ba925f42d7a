import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** Why strace cannot run here; undefined if it can. Tries to install it as root. */
export function whyNoStrace(): string | undefined {
  if (!straceWorks() && process.getuid?.() === 0)
    spawnSync('apt-get', ['install', '-y', 'strace'], { stdio: 'ignore' });
  return straceWorks() ? undefined : 'strace is not installed, cannot be installed, or may not trace processes';
}

function straceWorks(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}

export type TracedRun = {
  /** The lines that the program printed. */
  readonly printed: readonly string[];
  /** The traced system calls, one per line, in the order in which they began and ended. */
  readonly calls: readonly string[];
};

/** Runs a Node program under strace with these options; `log` is the file for the system calls. */
export async function underStrace(
  log: string,
  options: readonly string[],
  program: readonly string[],
): Promise<TracedRun> {
  const [strace = '', ...args] = straceCommand(log, options);
  const child = spawn(strace, [...args, process.execPath, ...program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { printed: printed.trimEnd().split('\n'), calls: readFileSync(log, 'utf8').trimEnd().split('\n') };
}

/** The command prefix that traces a program into `log`. */
export const straceCommand = (log: string, options: readonly string[]): readonly string[] => [
  ...['strace', '-f', '-qq', '--seccomp-bpf', '-s', '64', '-e', 'signal=none', ...options, '-o', log],
];

/**
 * Counts acknowledgements that were printed with unsynced writes, or without any sync since the previous one. For programs
 * that append one commit at a time.
 */
export function countEarlyAcks(calls: readonly string[]): { readonly acknowledged: number; readonly tooEarly: number } {
  let acknowledged = 0;
  let early = 0;
  let syncs = 0;
  let isDirty = false;
  for (const call of calls) {
    if (/\bpwrite(?:64|v)?\(/.test(call)) isDirty = true;
    if (/\bf(?:data)?sync\b.*= 0$/.test(call)) {
      syncs += 1;
      isDirty = false;
    }
    if (/\bwrite\(1, "ack/.test(call)) {
      acknowledged += 1;
      if (isDirty || syncs === 0) early += 1;
      syncs = 0;
    }
  }
  return { acknowledged, tooEarly: early };
}
