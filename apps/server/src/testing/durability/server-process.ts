import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What Node is started with: the command itself, or a program that a test has made. */
export type Launch = readonly string[];

/** The real thing, as built. */
export const CHESSMITH_SERVE: Launch = [
  fileURLToPath(new URL('../../../../cli/bin/chessmith.mjs', import.meta.url)),
  'serve',
];

/** Builds what has changed since the last time; throws with what the compiler said. */
export function build(): void {
  const ready = fileURLToPath(new URL('../../../../../scripts/ready.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [ready, 'build'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
}

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** A server in a process of its own. */
export type ServerProcess = {
  readonly pid: number;
  /** Its address, once it says that it listens; null when it ended before. */
  readonly ready: Promise<string | null>;
  readonly ended: Promise<Ended>;
  /** What it has said on its error stream so far. */
  said(): string;
  /** Sends the server a signal, also where another program runs it, and waits for the end of both. */
  end(signal: NodeJS.Signals): Promise<Ended>;
};

/** Starts a server on any free port of this machine. `around` are words of a program that runs it, such as strace. */
export function startServer(
  launch: Launch,
  flags: { readonly [flag: string]: string },
  around: readonly string[] = [],
): ServerProcess {
  // Clocks run from the start, so that the audit of clocks has something to audit.
  const always = { 'http-host': '127.0.0.1', 'http-port': '0', 'log-level': 'error', 'first-move-seconds': '0' };
  const all = { ...always, ...flags };
  const words = [
    ...around,
    process.execPath,
    ...launch,
    ...Object.entries(all).flatMap(([flag, value]) => [`--${flag}`, value]),
  ];
  const child = spawn(words[0]!, words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal }));
  return {
    pid: child.pid!,
    ready: addressOf(child),
    ended,
    said: () => said,
    end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        if (around.length === 0) child.kill(signal);
        // Who runs it would not pass the signal on.
        else for (const pid of childrenOf(child.pid!)) process.kill(pid, signal);
      }
      return ended;
    },
  };
}

/** The processes that another one has started from its main thread. */
export const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

async function addressOf({ stdout }: ChildProcess): Promise<string | null> {
  for await (const line of createInterface({ input: stdout! })) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  return null;
}
