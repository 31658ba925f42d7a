import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** Why no system calls can be watched here, if so. Installs strace first, where that is possible. */
export function whyNoStrace(): string | undefined {
  if (!works() && process.getuid?.() === 0) spawnSync('apt-get', ['install', '-y', 'strace'], { stdio: 'ignore' });
  return works() ? undefined : 'strace is not installed, could not be installed, or may not watch processes here';
}

function works(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}

export type Watched = {
  /** What the program said, line by line. */
  readonly said: readonly string[];
  /** The system calls that were asked for, one per line, in the order in which they began and ended. */
  readonly calls: readonly string[];
};

/** Runs a program of Node's and writes its system calls down; `options` go to strace. */
export async function underStrace(
  log: string,
  options: readonly string[],
  program: readonly string[],
): Promise<Watched> {
  const [strace = '', ...words] = straceWords(log, options);
  const child = spawn(strace, [...words, process.execPath, ...program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { said: said.trimEnd().split('\n'), calls: readFileSync(log, 'utf8').trimEnd().split('\n') };
}

/** What goes before a command so that its system calls are written down. */
export const straceWords = (log: string, options: readonly string[]): readonly string[] => [
  ...['strace', '-f', '-qq', '--seccomp-bpf', '-s', '64', '-e', 'signal=none', ...options, '-o', log],
];

/**
 * How many acknowledgements were told while something written was not yet on the disk, or without anything having been
 * brought there since the one before. For programs that append one after another.
 */
export function tooEarly(calls: readonly string[]): { readonly acknowledged: number; readonly tooEarly: number } {
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
