import { fork } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import type { BenchReply, BenchRequest, Memory } from './contestants/bench-process.js';

/** A server in a process of its own, so that its CPU time and memory are measured apart from its clients'. */
export type Contestant = {
  readonly address: string;
  readonly pid: number;
  cpuUs(): Promise<number>;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
};

/** The Chessmith server. */
export const CHESSMITH = new URL('./contestants/chessmith.js', import.meta.url);

/** Starts a program that calls `serveContestant`. */
export async function openContestant(program: URL): Promise<Contestant> {
  const name = basename(program.pathname, '.js');
  const child = fork(program);
  child.on('exit', (code) => {
    if (code !== 0) throw new Error(`${name} has ended with ${code}`);
  });
  const nextReply = async (): Promise<BenchReply> => (await once(child, 'message'))[0] as BenchReply;
  const ask = (request: BenchRequest): void => void child.send(request);
  const first = await nextReply();
  if (!('ready' in first)) throw new Error(`${name} did not start`);
  return {
    address: first.ready,
    pid: child.pid!,
    async cpuUs() {
      ask('cpu');
      const answer = await nextReply();
      if (!('cpuUs' in answer)) throw new Error(`${name} did not report its CPU time`);
      return answer.cpuUs;
    },
    async memory() {
      ask('memory');
      const answer = await nextReply();
      if (!('memory' in answer)) throw new Error(`${name} did not report its memory`);
      return answer.memory;
    },
    async stop() {
      const ended = once(child, 'exit');
      ask('stop');
      await ended;
    },
  };
}
