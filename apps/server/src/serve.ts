import type { Configuration } from './configuration.js';
import { createLog } from './log.js';
import { openServer } from './open-server.js';
import { stopInTime } from './stop-in-time.js';

type ServeOutput = {
  readonly out: (text: string) => Promise<void>;
  /** For the person at the terminal; log collectors read the log. */
  readonly err: (text: string) => Promise<void>;
};

/** Deadline of a shutdown, which normally takes seconds. Acknowledged commands are stored in any case. */
const STOP_MS = 20_000;

/**
 * Serves until SIGTERM or SIGINT. Resolves with 0 after a graceful shutdown and 1 if it could not start; a shutdown
 * that hangs ends the process with 1.
 */
export async function serve(configuration: Configuration, { out, err }: ServeOutput): Promise<0 | 1> {
  const log = createLog(configuration.logLevel);
  let server: Awaited<ReturnType<typeof openServer>>;
  try {
    server = await openServer(configuration, { log });
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    await err(`chessmith serve: ${startFailure(error)}\n`);
    return 1;
  }
  const stopped = stopSignal();
  await out(`Chessmith listens at ${server.address}\n`);
  for (const { speaks, address } of server.others) await out(`${speaks} listens at ${address}\n`);
  server.warmUp();
  log.info({ address: server.address, signal: await stopped }, 'shutting down');
  if (await stopInTime(server.close, STOP_MS)) return 0;
  log.fatal({ seconds: STOP_MS / 1000 }, 'shutdown exceeded its deadline; exiting');
  process.exit(1);
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
}

/** Why the server could not start, and what to do. */
function startFailure(error: unknown): string {
  const { code, port, address, hostname, message } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
    hostname?: string;
  };
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is in use by another program; choose another (--http-port, --quantum-port), or 0 for any.`;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${address}; check --http-host and --quantum-host.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `cannot resolve host '${hostname}'; check --http-host and --quantum-host.`;
    case 'EACCES':
      return port === undefined ? message : `listening on port ${port} is not allowed; choose one above 1023.`;
    default:
      return message;
  }
}
