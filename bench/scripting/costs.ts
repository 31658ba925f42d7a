import { type Engine, python } from '@chessmith/scripting';
import { answerOf, loadSource } from './engine.js';

/** Opens an engine and prints the CPU time of that, and of the smallest calls. */
export async function benchCosts(): Promise<Engine> {
  const prepared = await timed(() => python.prepare());
  const opened = await timed(() => python.open(prepared.value));
  const engine = opened.value;
  console.log(`scripting/start ${prepared.ms.toFixed(0)} ms once per process, ${opened.ms.toFixed(0)} ms per engine`);
  for (const [name, source] of Object.entries(SCRIPTS)) {
    loadSource(engine, source);
    const args = JSON.stringify([Array(60).fill({ color: 'white', name: 'pawn', x: 4, y: 1 })]);
    const calls = 400;
    for (let n = 0; n < calls; n++) answerOf(engine, 'f', args, n);
    const { ms } = await timed(async () => {
      for (let n = 0; n < calls; n++) answerOf(engine, 'f', args, n);
    });
    console.log(`scripting/least ${(ms / calls).toFixed(3)} ms for a call that ${name}`);
  }
  return engine;
}

const SCRIPTS = {
  'takes 3 KB and gives nothing': 'def f(given): return 0',
  'takes and gives 3 KB': 'def f(given): return given',
  'touches four megabytes': 'def f(given): return len(bytearray(4_000_000))',
};

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: (user + system) / 1000 };
}
