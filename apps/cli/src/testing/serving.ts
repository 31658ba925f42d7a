import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** An empty folder that is deleted after the test, or when `finish` runs. */
export function emptyFolder(finish: (end: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-cli-'));
  finish(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a program that serves on a free port, and waits until it prints its address. */
export async function serveWith(
  program: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> = {},
): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const [command = '', ...words] = program;
  // A process group of its own, because `npx` starts other processes and does not end them.
  const child = spawn(command, words, { ...options, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => endGroup(child));
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /http\S+/.exec(line)?.[0];
    if (address !== undefined) return { child, address };
  }
  throw new Error(`${program.join(' ')} did not start`);
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The whole group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

type HttpAnswer = { readonly status: number; readonly body: { readonly [name: string]: unknown } };

/** Sends a request to a server, with a body and a token if given. */
export async function ask(url: string, body?: object, token?: unknown): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as HttpAnswer['body'] };
}
