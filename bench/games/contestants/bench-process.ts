import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What the bench asks a contestant's process. */
export type Asked = 'cpu' | 'memory' | 'stop';
export type Memory = { readonly heapBytes: number; readonly residentBytes: number };
export type Told = { readonly ready: string } | { readonly cpuUs: number } | { readonly memory: Memory };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Tells the bench where this contestant listens, and from then on what it has used, until it is to stop. */
export function contest(address: string, stop: () => Promise<unknown>): void {
  const tell = (told: Told): void => void process.send!(told);
  process.on('message', (asked: Asked) => {
    if (asked === 'cpu') tell({ cpuUs: cpuUs() });
    else if (asked === 'memory') tell({ memory: memory() });
    else void stop().finally(() => process.exit(0));
  });
  process.on('disconnect', () => process.exit(0));
  tell({ ready: address });
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** After a collection, so that only what is kept counts. */
function memory(): Memory {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapBytes: heapUsed + external, residentBytes: rss };
}
