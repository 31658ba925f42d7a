import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { json } from '@chessmith/std';
import { lowerPriorityOf } from './cpu-priority.js';
import { type Frames, openFrames } from './frames.js';
import type { Isolation } from './isolation.js';
import { type FromProcess, fromProcess, type ToProcess } from './messages.js';

/** A running sandbox process. */
export type SandboxProcess = {
  readonly isolation: Isolation;
  readonly pid: number;
  send(message: ToProcess): void;
  kill(): void;
  readonly ended: Promise<void>;
};

const HELLO_MS = 15_000;
const CHANNEL = 3;

/**
 * Starts the process; undefined if this isolation does not work here. `received` gets every message after the greeting,
 * `ended` resolves when the process is gone for any reason, and `log` gets the last lines of its error stream.
 */
export function startProcess(
  isolation: Isolation,
  { received, log }: { received(message: FromProcess): void; log(line: string): void },
): Promise<SandboxProcess | undefined> {
  return new Promise((resolve) => {
    const { command, args, user } = isolation;
    const child = spawn(command, args, {
      ...user,
      env: {},
      cwd: '/',
      // A session of its own: schedulers that share processors evenly between sessions then do not charge it to ours.
      detached: process.platform === 'linux',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    if (child.pid !== undefined) lowerPriorityOf(child.pid);
    const ended = new Promise<void>((gone) => {
      child.once('exit', () => gone());
      child.once('error', () => gone());
    });
    const kill = (): void => void child.kill('SIGKILL');
    const timeout = setTimeout(kill, HELLO_MS);
    let isThere = false;
    logLastLines(child, (words) => isThere && log(`last error output of the sandbox process: ${words}`));

    const onMessage = (message: unknown): void => {
      const read = json.readJson(fromProcess, message);
      if (!read.ok) kill();
      else if (read.value.kind !== 'hello') received(read.value);
      else {
        isThere = true;
        clearTimeout(timeout);
        resolve({ isolation, pid: child.pid!, send: frames.send, kill, ended });
      }
    };
    // Node types this stream for the usual descriptors; descriptor 3 is a duplex stream.
    const frames: Frames<ToProcess> = openFrames(child.stdio[CHANNEL] as unknown as Duplex, {
      received: onMessage,
      broken: kill,
    });
    void ended.then(() => {
      clearTimeout(timeout);
      if (!isThere) resolve(undefined);
    });
  });
}

const LAST_CHARACTERS = 2000;

/** Reports the end of the error stream when the process exits, in case of a crash. */
function logLastLines(child: ChildProcess, tell: (words: string) => void): void {
  let words = '';
  child.stderr!.on('data', (part: Buffer) => {
    words = (words + part.toString('latin1')).slice(-LAST_CHARACTERS);
  });
  child.once('exit', () => words !== '' && tell(words.trim()));
}
