import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A server process started by the command line, with its own data folder. */
export type Server = {
  readonly url: string;
  /** Kills the process with SIGKILL, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again at the same address with the same data folder. */
  startAgain(): Promise<void>;
  /** Kills it and deletes its data folder. */
  end(): Promise<void>;
};

/** Builds the repository if needed and starts a server on a free port. `log` is a file for its log. */
export async function startServer(flags: readonly string[] = [], log?: string): Promise<Server> {
  // Vitest sets NODE_ENV to `test`, with which Vite would build a larger page for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const built = spawnSync(process.execPath, [here('../scripts/ready.mjs'), 'build'], { encoding: 'utf8', env });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  const data = mkdtempSync(join(tmpdir(), 'chessmith-e2e-'));
  let { child, url } = await serve(['--data', data, ...flags], '0', log);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    url,
    kill,
    async startAgain() {
      ({ child, url } = await serve(['--data', data, ...flags], new URL(url).port, log));
    },
    async end() {
      await kill();
      rmSync(data, { recursive: true });
    },
  };
}

type Served = { child: ChildProcess; url: string };

async function serve(flags: readonly string[], port: string, log?: string): Promise<Served> {
  const level = log === undefined ? 'warn' : 'debug';
  const words = ['serve', '--http-host', '127.0.0.1', '--http-port', port, '--log-level', level, ...flags];
  const child = spawn(process.execPath, [here('../apps/cli/bin/chessmith.mjs'), ...words], {
    stdio: ['ignore', 'pipe', log === undefined ? 'inherit' : openSync(log, 'a')],
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return { child, url };
  }
  throw new Error('chessmith serve did not start');
}
