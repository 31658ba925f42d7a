import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { json } from '@chessmith/std';
import { lowerPriorityOf } from './cpu-priority.js';
import { type Frames, openFrames } from './frames.js';
import type { Isolation } from './isolation.js';
import { type FromProcess, fromProcess, type ToProcess } from './messages.js';

/** A running sandbox process. */
export type SandboxProcess = {
  readonly fence: Isolation;
  readonly pid: number;
  send(message: ToProcess): void;
  kill(): void;
  readonly ended: Promise<void>;
};

const HELLO_MS = 15_000;
const CHANNEL = 3;

/**
 * Starts the process behind a fence; undefined where that fence does not work here. `received` hears everything after
 * the greeting, `ended` resolves when the process is gone for whatever reason, and what it last wrote is told to `log`.
 */
export function startProcess(
  fence: Isolation,
  { received, log }: { received(message: FromProcess): void; log(line: string): void },
): Promise<SandboxProcess | undefined> {
  return new Promise((resolve) => {
    const { command, args, user } = fence;
    const child = spawn(command, args, {
      ...user,
      env: {},
      cwd: '/',
      // A session of its own, so that where sessions share a processor evenly, this one does not use up ours.
      detached: process.platform === 'linux',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    if (child.pid !== undefined) lowerPriorityOf(child.pid);
    const ended = new Promise<void>((gone) => {
      child.once('exit', () => gone());
      child.once('error', () => gone());
    });
    const kill = (): void => void child.kill('SIGKILL');
    const patience = setTimeout(kill, HELLO_MS);
    let isThere = false;
    keepLastWords(child, (words) => isThere && log(`the sandbox process said: ${words}`));

    const hear = (message: unknown): void => {
      const read = json.readJson(fromProcess, message);
      if (!read.ok) kill();
      else if (read.value.kind !== 'hello') received(read.value);
      else {
        isThere = true;
        clearTimeout(patience);
        resolve({ fence, pid: child.pid!, send: frames.send, kill, ended });
      }
    };
    // Typed for sockets of the parent's; a channel of ours is one.
    const frames: Frames<ToProcess> = openFrames(child.stdio[CHANNEL] as unknown as Duplex, {
      received: hear,
      broken: kill,
    });
    void ended.then(() => {
      clearTimeout(patience);
      if (!isThere) resolve(undefined);
    });
  });
}

const LAST_WORDS = 2000;

/** What went to the error stream right before the end, where it was a crash. */
function keepLastWords(child: ChildProcess, tell: (words: string) => void): void {
  let words = '';
  child.stderr!.on('data', (part: Buffer) => {
    words = (words + part.toString('latin1')).slice(-LAST_WORDS);
  });
  child.once('exit', () => words !== '' && tell(words.trim()));
}
