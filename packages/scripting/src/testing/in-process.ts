import { createHash } from 'node:crypto';
import type { Engine, Outcome } from '../engines/engine.js';
import { javascript } from '../engines/javascript/javascript.js';
import type { Sandbox, Worked } from '../sandbox/port.js';

/**
 * JavaScript in this thread, with nothing around it: for quick tests of what stands on a sandbox. A script that does not
 * end does not end here either.
 */
export async function openInProcess(): Promise<Sandbox> {
  const engine: Engine = await javascript.open(await javascript.prepare());
  let loaded: string | undefined;
  const sandbox: Sandbox = {
    async prepare(language, source) {
      const compiled = engine.compile(source);
      loaded = undefined;
      if (!compiled.ok) return worked(compiled, () => undefined as never);
      const id = createHash('sha256').update(source).digest('hex');
      const functions = engine.load(compiled.value);
      if (functions.ok) loaded = id;
      return worked(functions, (names) => ({ language, id, bytes: compiled.value, isCold: false, functions: names }));
    },
    async call(program, { name, args, seed }) {
      if (loaded !== program.id) engine.load(program.bytes);
      loaded = program.id;
      return worked(engine.call(name, args, seed), (answer) => answer);
    },
    locate: (program, call, errand) => sandbox.call(program, call, errand),
    status: () => ({
      fence: undefined,
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

function worked<T, U>(outcome: Outcome<T>, read: (value: T) => U): Worked<U> {
  const { printed } = outcome;
  if (outcome.ok) return { ok: true, value: read(outcome.value), printed, cpuMs: 1 };
  const { fatal: _, ...trouble } = outcome.fault;
  return { ok: false, trouble, printed, cpuMs: 1 };
}
