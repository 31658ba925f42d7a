import type { Engine, Outcome } from '../../engines/engine.js';
import type { PythonImage } from '../../engines/python/image.js';
import { python } from '../../engines/python/python.js';

/** An engine of Python, for scripts whose one function is called `f`. */
export type Caller = {
  engine(): Engine;
  image(): PythonImage;
  load(source: string): void;
  call(...args: readonly unknown[]): Outcome<string>;
  /** Loads a script and calls its function. */
  f(source: string, ...args: readonly unknown[]): Outcome<string>;
  /** Opens another engine in place of the one before. */
  replace(): Promise<void>;
};

export async function openCaller(): Promise<Caller> {
  const image = await python.prepare();
  let engine = await python.open(image);
  const load = (source: string) => {
    const program = engine.compile(source);
    if (!program.ok) throw new Error(program.fault.message);
    const loaded = engine.load(program.value);
    if (!loaded.ok) throw new Error(loaded.fault.message);
  };
  const call = (...args: readonly unknown[]) => engine.call('f', JSON.stringify(args), 1);
  return {
    engine: () => engine,
    image: () => image,
    load,
    call,
    f(source, ...args) {
      load(source);
      return call(...args);
    },
    async replace() {
      engine = await python.open(image);
    },
  };
}

/** The value that an outcome holds, or its fault. */
export const resultOf = (outcome: Outcome<string>) => (outcome.ok ? JSON.parse(outcome.value) : outcome.fault);

export const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'fine' : outcome.fault.code);
