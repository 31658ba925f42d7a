import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const RUNS = 9;

/** CPU time for a new process to import the library and compile standard chess; the median of several runs. */
export function benchStartUp(): void {
  const script = `
    const before = process.cpuUsage();
    const { compile, standard } = await import('@chessmith/rules');
    compile(standard);
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  const cwd = join(import.meta.dirname, '..', '..');
  const runs = Array.from({ length: RUNS }, () => {
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(run.stderr);
    return Number(run.stdout);
  }).sort((a, b) => a - b);
  console.log(`rules/start-up ${runs[RUNS >> 1]!.toFixed(0)} ms of CPU (import and compile, median of ${RUNS})`);
}
