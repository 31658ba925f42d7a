import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { parseBoardFile } from '@chessmith/quantum';
import type { Core } from '../core.js';
import type { OpenTransport } from '../transports.js';
import { addressLimits } from './address-limits.js';
import { serveConnection } from './connection.js';
import { openLobby } from './lobby.js';
import { type QuantumLimits, USUAL_LIMITS } from './quantum-limits.js';

export type QuantumTcpOptions = {
  readonly host: string;
  readonly port: number;
  /** The path of a board file. */
  readonly board: string | null;
  readonly limits?: Partial<QuantumLimits> | undefined;
};

/**
 * Serves the Quantum Chess TCP protocol. Rejects if it cannot listen or the board file is invalid. `close` closes all
 * connections; matches wait for their players until the next start.
 */
export async function openQuantumTcp(core: Core, options: QuantumTcpOptions): Promise<OpenTransport> {
  const { host, port, board } = options;
  const limits = { ...USUAL_LIMITS, ...options.limits };
  const { guestsPerMinute, quantumConnectionsPerAddress: connections } = core.configuration;
  const addresses = addressLimits(core.clock, { connections, guestsPerMinute });
  const lobby = openLobby(core, board === null ? undefined : await readBoard(board));
  await lobby.resumeMatches(limits.returnMs);
  const sockets = new Set<Socket>();
  const serving = new Set<Promise<void>>();

  function serve(socket: Socket): void {
    const use = sockets.size < limits.mostConnections ? addresses.connect(socket.remoteAddress) : undefined;
    if (use === undefined) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      use.disconnect();
    });
    const served = serveConnection(socket, { ...core, lobby, use, limits }).finally(() => serving.delete(served));
    serving.add(served);
  }

  const servers = await listenAt(host, port, serve);
  return {
    address: `${host.includes(':') ? `[${host}]` : host}:${portOf(servers[0]!)}`,
    async close() {
      const closed = servers.map((server) => once(server.close(), 'close'));
      lobby.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all([...serving, ...closed]);
    },
  };
}

/** Listens on every address of the host: original clients use IPv4 only, and `localhost` may resolve to IPv6 first. */
async function listenAt(host: string, port: number, serve: (socket: Socket) => void): Promise<readonly Server[]> {
  const addresses = (await lookup(host, { all: true })).map(({ address }) => address);
  const servers: Server[] = [];
  let lastError: unknown;
  for (const address of new Set(addresses)) {
    // Clients end a session by closing their half of the connection, and still get the replies to earlier messages.
    const server = createServer({ allowHalfOpen: true }, serve);
    server.listen(servers.length === 0 ? port : portOf(servers[0]!), address);
    try {
      await once(server, 'listening');
      servers.push(server);
    } catch (error) {
      if (!isNoAddressHere(error)) {
        for (const listening of servers) listening.close();
        throw error;
      }
      lastError = error;
    }
  }
  if (servers.length === 0) throw lastError;
  return servers;
}

/** A host name may resolve to an address that the machine does not have. */
const isNoAddressHere = (error: unknown): boolean =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as { readonly code?: string }).code ?? '');

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function readBoard(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  const board = parseBoardFile(text);
  if (!board.ok) throw new Error(`${path} is not a valid board file: ${board.error.message}`);
  return text;
}
