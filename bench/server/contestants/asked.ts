import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What the bench asks a contestant's process. */
export type Asked = 'usage' | 'stop';
export type Usage = { readonly cpuUs: number; readonly heapBytes: number; readonly residentBytes: number };
export type Told = { readonly ready: string } | { readonly usage: Usage };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Tells the bench where this contestant listens, and from then on what it has used, until it is to stop. */
export function contest(address: string, stop: () => Promise<unknown>): void {
  const tell = (told: Told): void => void process.send!(told);
  process.on('message', (asked: Asked) => {
    if (asked === 'usage') tell({ usage: usage() });
    else void stop().finally(() => process.exit(0));
  });
  process.on('disconnect', () => process.exit(0));
  tell({ ready: address });
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { cpuUs: user + system, heapBytes: heapUsed + external, residentBytes: rss };
}
