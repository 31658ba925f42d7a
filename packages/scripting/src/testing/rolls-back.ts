import { expect } from 'vitest';
import type { Engine } from '../engines/engine.js';
import { type WasmMemory, wasm } from '../engines/wasm/wasm.js';

/**
 * Expects that after each call the memory is byte for byte what it was after loading. `open` creates an engine,
 * `memoryOf` finds the memory among an instance's exports.
 */
export function expectRollBack(given: {
  open(): Engine;
  memoryOf(exports: { readonly [name: string]: unknown }): WasmMemory;
  readonly script: string;
  readonly calls: readonly (readonly [name: string, args: readonly unknown[]])[];
}): void {
  const memories: WasmMemory[] = [];
  const Instance = wasm.Instance;
  class Watched extends Instance {
    constructor(...args: ConstructorParameters<typeof Instance>) {
      super(...args);
      memories.push(given.memoryOf(this.exports as { readonly [name: string]: unknown }));
    }
  }
  Object.assign(wasm, { Instance: Watched });
  try {
    const engine = given.open();
    const program = engine.compile(given.script);
    if (!program.ok || !engine.load(program.value).ok) throw new Error('the script is no good');
    const bytes = () => Buffer.from(memories.at(-1)!.buffer);
    const before = Buffer.from(bytes());
    for (const [name, args] of given.calls) {
      engine.call(name, JSON.stringify(args), 7);
      const after = bytes();
      const label = `${name}(${args.join()})`;
      expect(after.subarray(0, before.length).equals(before), label).toBe(true);
      expect(
        after.subarray(before.length).every((byte) => byte === 0),
        label,
      ).toBe(true);
    }
  } finally {
    Object.assign(wasm, { Instance });
  }
}
