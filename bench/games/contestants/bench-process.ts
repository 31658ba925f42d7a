import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A request of the bench to a contestant's process. */
export type BenchRequest = 'cpu' | 'memory' | 'stop';
export type Memory = { readonly heapBytes: number; readonly residentBytes: number };
export type BenchReply = { readonly ready: string } | { readonly cpuUs: number } | { readonly memory: Memory };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Reports the address of this contestant to the bench, and from then on its CPU time and memory, until it must stop.
 */
export function serveContestant(address: string, stop: () => Promise<unknown>): void {
  const reply = (message: BenchReply): void => void process.send!(message);
  process.on('message', (request: BenchRequest) => {
    if (request === 'cpu') reply({ cpuUs: cpuUs() });
    else if (request === 'memory') reply({ memory: memory() });
    else void stop().finally(() => process.exit(0));
  });
  process.on('disconnect', () => process.exit(0));
  reply({ ready: address });
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** After garbage collection, so that only live memory counts. */
function memory(): Memory {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapBytes: heapUsed + external, residentBytes: rss };
}
