import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Arguments for Node: the `chessmith` command, or a program that a test has built. */
export type Launch = readonly string[];

/** The built command. */
export const CHESSMITH_SERVE: Launch = [
  fileURLToPath(new URL('../../../../cli/bin/chessmith.mjs', import.meta.url)),
  'serve',
];

/** Builds what has changed since the last build; throws with the compiler's output. */
export function build(): void {
  const ready = fileURLToPath(new URL('../../../../../scripts/ready.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [ready, 'build'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
}

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** A server in a process of its own. */
export type ServerProcess = {
  readonly pid: number;
  /** Its address, once it listens; null if it ended before. */
  readonly ready: Promise<string | null>;
  readonly ended: Promise<Ended>;
  /** Its standard error so far. */
  errorOutput(): string;
  /** Sends a signal to the server, also if a wrapper runs it, and waits until both have ended. */
  end(signal: NodeJS.Signals): Promise<Ended>;
};

/** Starts a server on a free port. `wrapper` is the command of a program that runs it, such as strace. */
export function startServer(
  launch: Launch,
  flags: { readonly [flag: string]: string },
  wrapper: readonly string[] = [],
): ServerProcess {
  // Clocks run from the start, so that the clock audit has something to check.
  const always = { 'http-host': '127.0.0.1', 'http-port': '0', 'log-level': 'error', 'first-move-seconds': '0' };
  const all = { ...always, ...flags };
  const command = [
    ...wrapper,
    process.execPath,
    ...launch,
    ...Object.entries(all).flatMap(([flag, value]) => [`--${flag}`, value]),
  ];
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  let errorOutput = '';
  child.stderr.on('data', (text) => {
    errorOutput += text;
  });
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal }));
  return {
    pid: child.pid!,
    ready: addressOf(child),
    ended,
    errorOutput: () => errorOutput,
    end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        if (wrapper.length === 0) child.kill(signal);
        // The wrapper would not forward the signal.
        else for (const pid of childrenOf(child.pid!)) process.kill(pid, signal);
      }
      return ended;
    },
  };
}

/** The child processes of a process's main thread. */
export const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

async function addressOf({ stdout }: ChildProcess): Promise<string | null> {
  for await (const line of createInterface({ input: stdout! })) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  return null;
}
