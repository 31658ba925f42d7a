/**
 * The process in which scripts run. It has no files, no environment and no network; it talks to its parent through one
 * stream.
 */
import { Socket } from 'node:net';
import type { Language } from '../../language.js';
import { openFrames } from '../frames.js';
import type { FromProcess, ToProcess } from '../messages.js';
import { openWorkerPool, type WorkerPool } from './worker-pool.js';

const CHANNEL = 3;
const WATCH_MS = 4;

process.env.TZ = 'UTC';

const pools: WorkerPool[] = [];
const busy = new Set<number>();
let watching: NodeJS.Timeout | undefined;

const frames = openFrames<FromProcess>(new Socket({ fd: CHANNEL }), {
  received: (message) => handle(message as ToProcess),
  // The parent process is gone, or has closed the channel.
  broken: () => process.exit(0),
});
send({ kind: 'hello' });

function send(message: FromProcess): void {
  if (message.kind === 'done' && busy.delete(message.id) && busy.size === 0) {
    clearInterval(watching);
    watching = undefined;
  }
  frames.send(message);
}

function handle(message: ToProcess): void {
  switch (message.kind) {
    case 'start':
      for (const [language, size] of Object.entries(message.poolSizes))
        pools.push(openWorkerPool(language as Language, size, send));
      return;
    case 'job': {
      const pool = pools.find((one) => one.has(message.worker));
      if (pool === undefined) {
        send({ kind: 'done', id: message.id, cpuMs: 0, printed: '', killed: 'lost' });
        return;
      }
      busy.add(message.id);
      watching ??= setInterval(() => {
        for (const one of pools) one.watch();
      }, WATCH_MS);
      pool.perform(message);
    }
  }
}
