import type { WasmMemory } from '../wasm/wasm.js';

/** A snapshot of a memory. */
export type MemoryImage = { restore(): void };

/** Copies the used part of a memory; `restore` brings it back and clears everything after it. */
export function takeImage(memory: WasmMemory): MemoryImage {
  const used = usedBytes(memory.buffer);
  const copy = memory.buffer.slice(0, used);
  return {
    restore() {
      const now = new Uint8Array(memory.buffer);
      now.set(new Uint8Array(copy));
      now.fill(0, used);
    },
  };
}

function usedBytes(buffer: ArrayBuffer): number {
  const words = new BigUint64Array(buffer);
  let end = words.length;
  while (end > 0 && words[end - 1] === 0n) end--;
  return end * 8;
}
