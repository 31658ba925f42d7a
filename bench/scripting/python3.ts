import { spawnSync } from 'node:child_process';
import type { Work } from '../duel.js';
import { ownFile } from './files.js';

/** Whether this machine has a Python to compare with. */
export function hasPython3(): boolean {
  return spawnSync('python3', ['--version']).status === 0;
}

export type Calls = { readonly script: string; readonly name: string; readonly input: string };

/** Work done by a Python program of this folder, which reports the CPU time of its calls itself. */
export function inPython3(program: 'fresh.py' | 'live.py', { script, name, input }: Calls): Work {
  const path = ownFile(program);
  return (amount) => {
    const { status, stdout, stderr } = spawnSync('python3', [path, script, name, String(amount)], {
      ...{ input, encoding: 'utf8', maxBuffer: 1 << 26 },
    });
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
    return { done: amount, cpuMs: Number(stdout) };
  };
}
