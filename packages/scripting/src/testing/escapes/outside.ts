import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bait } from './ways-out.js';

/** The environment of a sandbox; it detects escapes. */
export type Outside = {
  readonly folder: string;
  /**
   * What no script may learn: it is in the bait's file, and the test puts it into the environment and standard input.
   */
  readonly secret: string;
  readonly variable: string;
  /** A bait for one attempt only. */
  attempt(): Promise<Attempt>;
  close(): Promise<void>;
};

export type Attempt = {
  readonly bait: Bait;
  /** Whether the attempt left a trace, or the answer contains the secret. */
  cameOut(answer?: string): boolean;
};

/** Creates a folder with a secret in it; each attempt gets its own port, on the loopback only. */
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
