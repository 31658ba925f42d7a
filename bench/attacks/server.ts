import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { descendantsOf, residentBytes } from '../games/resident.js';

/** `chessmith serve` in a process of its own, with its default settings unless flags change them. */
export type AttackedServer = {
  readonly address: string;
  readonly pid: number;
  /** Resident memory in MB. */
  memory(): { readonly server: number; readonly sandbox: number };
  /** What the server's heap and buffers hold after a garbage collection, in MB. Needs `inspect`. */
  heapAfterCollection(): Promise<number>;
  /** Sends SIGTERM; how long the process took to exit, and its exit code. */
  stop(): Promise<{ readonly seconds: number; readonly code: number | null }>;
};

const COMMAND = new URL('../../../apps/cli/bin/chessmith.mjs', import.meta.url).pathname;
/** Any free port, unless a busy machine reserves some. */
const PORT = process.env.ATTACK_PORT ?? '0';

const running = new Set<ChildProcess>();
const folders: string[] = [];
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** A data folder that is removed at the end. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'attacks-'));
  folders.push(folder);
  return folder;
}

export async function startServer(
  folder: string,
  { flags = [], inspect = false }: { readonly flags?: readonly string[]; readonly inspect?: boolean } = {},
): Promise<AttackedServer> {
  const where = ['--http-host', '127.0.0.1', '--http-port', PORT, '--data', folder, '--log-level', 'error'];
  const node = inspect ? ['--inspect=127.0.0.1:0'] : [];
  const child = spawn(process.execPath, [...node, COMMAND, 'serve', ...where, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const ended = once(child, 'exit');
  void ended.then(() => running.delete(child));
  let inspector = '';
  createInterface(child.stderr).on('line', (line) => {
    inspector ||= /Debugger listening on (ws:\S+)/.exec(line)?.[1] ?? '';
    if (line.startsWith('{')) console.log(`  server: ${line.slice(0, 300)}`);
  });
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const [, url] = /listens at (\S+)/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
    void ended.then(() => reject(new Error('the server did not start')));
  });
  const pid = child.pid!;
  return {
    address,
    pid,
    memory: () => ({
      server: megabytes(residentBytes(pid)),
      sandbox: megabytes(descendantsOf(pid).reduce((sum, one) => sum + residentBytes(one), 0)),
    }),
    heapAfterCollection: () => heapAfterCollection(inspector),
    async stop() {
      const beganMs = performance.now();
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return { seconds: (performance.now() - beganMs) / 1000, code };
    },
  };
}

export const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

/** By the inspector's protocol, so that the server itself runs as it is. */
async function heapAfterCollection(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector);
  await once(socket, 'open');
  let calls = 0;
  const call = async (method: string, params: object = {}): Promise<unknown> => {
    const id = ++calls;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [data] = (await once(socket, 'message')) as [Buffer];
      const { id: answered, result } = JSON.parse(String(data));
      if (answered === id) return result;
    }
  };
  await call('HeapProfiler.collectGarbage');
  await call('HeapProfiler.collectGarbage');
  const expression = 'const used = process.memoryUsage(); used.heapUsed + used.external';
  const { result } = (await call('Runtime.evaluate', { expression: `{ ${expression} }` })) as {
    readonly result: { readonly value: number };
  };
  socket.close();
  return megabytes(result.value);
}
