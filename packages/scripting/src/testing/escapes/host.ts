import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { EngineError } from '../../engines/engine.js';
import type { Language } from '../../language.js';
import type { IsolationState } from './open-engine.js';
import type { Outside } from './outside.js';

export type Order = { readonly source: string; readonly name: string; readonly args: string };
/** `ended` means that the process died before it answered. */
export type Reply = { readonly code: 'ok' | 'ended' | EngineError['code']; readonly text: string };

/** A separate process for scripts; a script that escapes can only harm this process. */
export type Host = {
  readonly pid: number;
  ask(order: Order): Promise<Reply>;
  readonly isAlive: boolean;
  close(): Promise<void>;
};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Starts a process whose environment and standard input hold the secret. */
export async function startHost(language: Language, isolation: IsolationState, outside: Outside): Promise<Host> {
  const child = fork(here('./host-process.ts'), [language, isolation, outside.folder], {
    execArgv: ['--no-warnings', '--conditions=source', '--import', here('../from-source.mjs')],
    env: { [outside.variable]: outside.secret },
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then((): Reply => ({ code: 'ended', text: '' }));
  child.stdin!.on('error', () => {});
  await Promise.race([once(child, 'message'), ended]);
  return {
    pid: child.pid!,
    get isAlive() {
      return child.exitCode === null && child.signalCode === null;
    },
    ask(order) {
      // A probe that reads standard input takes one line; others leave it there.
      child.stdin!.write(`${outside.secret}\n`);
      child.send(order, () => {});
      return Promise.race([once(child, 'message').then(([reply]) => reply as Reply), ended]);
    },
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
