import { createHash } from 'node:crypto';
import type { Engine, Outcome } from '../engines/engine.js';
import { javascript } from '../engines/javascript/javascript.js';
import type { JobResult, Sandbox } from '../sandbox/port.js';

/**
 * A sandbox for JavaScript in this thread, without isolation or limits, for quick tests. An endless script is endless
 * here too.
 */
export async function openInProcess(): Promise<Sandbox> {
  const engine: Engine = await javascript.open(await javascript.prepare());
  let loaded: string | undefined;
  const sandbox: Sandbox = {
    async prepare(language, source) {
      const compiled = engine.compile(source);
      loaded = undefined;
      if (!compiled.ok) return resultOf(compiled, () => undefined as never);
      const id = createHash('sha256').update(source).digest('hex');
      const functions = engine.load(compiled.value);
      if (functions.ok) loaded = id;
      return resultOf(functions, (names) => ({ language, id, bytes: compiled.value, isCold: false, functions: names }));
    },
    async call(program, { name, args, seed }) {
      if (loaded !== program.id) engine.load(program.bytes);
      loaded = program.id;
      return resultOf(engine.call(name, args, seed), (answer) => answer);
    },
    locate: (program, call, owner) => sandbox.call(program, call, owner),
    status: () => ({
      isolation: undefined,
      warm: { javascript: 1 },
      running: 0,
      waiting: 0,
      replacedWorkers: 0,
      replacedProcesses: 0,
    }),
    async close() {},
  };
  return sandbox;
}

function resultOf<T, U>(outcome: Outcome<T>, read: (value: T) => U): JobResult<U> {
  const { printed } = outcome;
  if (outcome.ok) return { ok: true, value: read(outcome.value), printed, cpuMs: 1 };
  const { fatal: _, ...error } = outcome.error;
  return { ok: false, error, printed, cpuMs: 1 };
}
