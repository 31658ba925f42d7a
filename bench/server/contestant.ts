import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Asked, Memory, Told } from './contestants/asked.js';

/** A server in a process of its own, so that what it uses is known apart from what its clients use. */
export type Contestant = {
  readonly address: string;
  cpuUs(): Promise<number>;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
};

export type ContestantName = 'chessmith' | 'relay' | 'boardgame' | 'echo';

export async function openContestant(name: ContestantName): Promise<Contestant> {
  const child = fork(new URL(`./contestants/${name}.js`, import.meta.url));
  child.on('exit', (code) => {
    if (code !== 0) throw new Error(`${name} has ended with ${code}`);
  });
  const heard = async (): Promise<Told> => (await once(child, 'message'))[0] as Told;
  const ask = (asked: Asked): void => void child.send(asked);
  const told = await heard();
  if (!('ready' in told)) throw new Error(`${name} did not start`);
  return {
    address: told.ready,
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
