import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bait } from './ways-out.js';

/** The world around a sandbox, which notices who comes out. */
export type Outside = {
  readonly folder: string;
  /** What no script is told: it is in the bait's file, and to be put into the environment and the keyboard. */
  readonly secret: string;
  readonly variable: string;
  /** A bait that nobody else is given. */
  attempt(): Promise<Attempt>;
  close(): Promise<void>;
};

export type Attempt = {
  readonly bait: Bait;
  /** Whether there is a trace of who was given this bait, or the secret is in what was answered. */
  cameOut(answer?: string): boolean;
};

/** Opens a folder with a secret in it; each attempt has a port of its own, on the loopback alone. */
export function openOutside(): Outside {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-outside-'));
  const secret = 'the host knows 7f3a9c';
  const variable = 'CHESSMITH_SECRET';
  const file = join(folder, 'secret.txt');
  writeFileSync(file, secret);
  const servers: Server[] = [];
  return {
    folder,
    secret,
    variable,
    async attempt() {
      let isHeard = false;
      const server = createServer((socket) => {
        isHeard = true;
        socket.on('error', () => {});
        socket.destroy();
      });
      servers.push(server);
      const mark = join(folder, `mark-${servers.length}`);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      return {
        bait: { file, mark, port, name: variable },
        cameOut: (answer = '') => isHeard || existsSync(mark) || answer.includes(secret),
      };
    },
    async close() {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      rmSync(folder, { recursive: true });
    },
  };
}
