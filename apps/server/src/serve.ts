import type { Configuration } from './configuration.js';
import { openLog } from './log.js';
import { openServer } from './open-server.js';

/** Serves until SIGTERM or SIGINT; gives 0 after a graceful stop, 1 when it could not start. */
export async function serve(configuration: Configuration, say: (text: string) => Promise<void>): Promise<0 | 1> {
  const log = openLog(configuration.logLevel);
  let server: Awaited<ReturnType<typeof openServer>>;
  try {
    server = await openServer(configuration, { log });
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    return 1;
  }
  const stopped = stopSignal();
  await say(`Chessmith listens at ${server.address}\n`);
  if (server.quantumAddress !== null) await say(`Quantum chess (TCP) listens at ${server.quantumAddress}\n`);
  server.warmUp();
  log.info({ address: server.address, signal: await stopped }, 'stopping');
  await server.close();
  return 0;
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
}
