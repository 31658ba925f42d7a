import type { WasmModule } from '../python/wasm.js';
import { PRELUDE } from './prelude.js';
import { type Runtime, startRuntime } from './runtime.js';
import { apiOf } from './seal.js';

/** A started interpreter at rest: what all engines of a process begin with. It can be posted to a worker. */
export type PrologImage = {
  readonly module: WasmModule;
  /** Shared between the threads, and never written to. */
  readonly memory: SharedArrayBuffer;
  readonly stackPointer: number;
};

/** What a script may use beyond what the interpreter itself needs: on Prolog's stacks, and in all, in bytes. */
export const STACKS = 120 * 1_048_576;
export const SCRIPT_MEMORY = 2 * STACKS;

/** Starts Prolog once and keeps its memory. */
export async function prepareProlog(): Promise<PrologImage> {
  return takeImage(await bootProlog());
}

/** Starts Prolog with its libraries and the prelude, still open to the world; no script ever runs in this instance. */
export async function bootProlog(write?: (line: string) => void): Promise<Runtime> {
  const runtime = await startRuntime(write);
  runtime.writeFile('/chessmith.pl', PRELUDE);
  runtime.prove("load_files('/chessmith.pl', [silent(true)])");
  runtime.prove(`set_prolog_flag(stack_limit, ${STACKS})`);
  runtime.prove('chessmith:furnish');
  return runtime;
}

export function takeImage({ module, exports }: Runtime): PrologImage {
  const api = apiOf(exports);
  const memory = new SharedArrayBuffer(api.memory.buffer.byteLength);
  new Uint8Array(memory).set(new Uint8Array(api.memory.buffer));
  return { module, memory, stackPointer: api.stackCurrent() };
}
