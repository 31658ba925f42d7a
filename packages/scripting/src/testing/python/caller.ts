import type { Engine, Outcome } from '../../engines/engine.js';
import type { PythonImage } from '../../engines/python/image.js';
import { python } from '../../engines/python/python.js';

/** A Python engine for scripts whose one function is called `f`. */
export type Caller = {
  engine(): Engine;
  image(): PythonImage;
  load(source: string): void;
  call(...args: readonly unknown[]): Outcome<string>;
  /** Loads a script and calls its function. */
  f(source: string, ...args: readonly unknown[]): Outcome<string>;
  /** Replaces the engine by a new one. */
  replace(): Promise<void>;
};

export async function pythonCaller(): Promise<Caller> {
  const image = await python.prepare();
  let engine = await python.open(image);
  const load = (source: string) => {
    const program = engine.compile(source);
    if (!program.ok) throw new Error(program.error.message);
    const loaded = engine.load(program.value);
    if (!loaded.ok) throw new Error(loaded.error.message);
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

/** The value of an outcome, or its error. */
export const resultOf = (outcome: Outcome<string>) => (outcome.ok ? JSON.parse(outcome.value) : outcome.error);

export const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'fine' : outcome.error.code);
