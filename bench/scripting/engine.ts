import { readFileSync } from 'node:fs';
import type { Engine } from '@chessmith/scripting';

/** Loads a source into an engine. */
export function loadSource(engine: Engine, source: string): void {
  const program = engine.compile(source);
  if (!program.ok) throw new Error(program.error.message);
  const loaded = engine.load(program.value);
  if (!loaded.ok) throw new Error(loaded.error.message);
}

/** Loads a file into an engine. */
export const loadFile = (engine: Engine, file: string): void => loadSource(engine, readFileSync(file, 'utf8'));

/** The JSON of an answer. */
export function answerOf(engine: Engine, name: string, args: string, seed: number): string {
  const outcome = engine.call(name, args, seed);
  if (!outcome.ok) throw new Error(`${name}: ${outcome.error.message}`);
  return outcome.value;
}
