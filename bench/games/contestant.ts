import { fork } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import type { Asked, Memory, Told } from './contestants/asked.js';

/** A server in a process of its own, so that what it uses is known apart from what its clients use. */
export type Contestant = {
  readonly address: string;
  readonly pid: number;
  cpuUs(): Promise<number>;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
};

/** Ours. */
export const CHESSMITH = new URL('./contestants/chessmith.js', import.meta.url);

/** Starts a program that calls `contest`. */
export async function openContestant(program: URL): Promise<Contestant> {
  const name = basename(program.pathname, '.js');
  const child = fork(program);
  child.on('exit', (code) => {
    if (code !== 0) throw new Error(`${name} has ended with ${code}`);
  });
  const heard = async (): Promise<Told> => (await once(child, 'message'))[0] as Told;
  const ask = (asked: Asked): void => void child.send(asked);
  const told = await heard();
  if (!('ready' in told)) throw new Error(`${name} did not start`);
  return {
    address: told.ready,
    pid: child.pid!,
    async cpuUs() {
      ask('cpu');
      const answer = await heard();
      if (!('cpuUs' in answer)) throw new Error(`${name} does not say what it has used`);
      return answer.cpuUs;
    },
    async memory() {
      ask('memory');
      const answer = await heard();
      if (!('memory' in answer)) throw new Error(`${name} does not say what it keeps`);
      return answer.memory;
    },
    async stop() {
      const ended = once(child, 'exit');
      ask('stop');
      await ended;
    },
  };
}
