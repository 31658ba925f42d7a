import { TRACKED_BITS } from '../wasm/track-writes.js';
import type { WasmMemory } from '../wasm/wasm.js';
import { PIECE, type Run } from '../wasm/write-map.js';

/**
 * Some pieces of a memory: where `has` is set, `bytes` holds the piece at its own offset. It can be posted to a worker.
 */
export type Layer = { readonly bytes: Uint8Array; readonly has: Uint8Array };

/** An empty layer for memories of up to `most` bytes. It takes no real memory until something is written. */
export const emptyLayer = (most: number): Layer => ({
  bytes: new Uint8Array(new SharedArrayBuffer(most)),
  has: new Uint8Array(new SharedArrayBuffer(most >>> TRACKED_BITS)),
});

/** Copies pieces of a memory into a layer. */
export function keep({ bytes, has }: Layer, memory: WasmMemory, runs: Iterable<Run>): void {
  const now = new Uint8Array(memory.buffer);
  for (const [from, to] of runs) {
    bytes.set(now.subarray(from * PIECE, to * PIECE), from * PIECE);
    has.fill(1, from, to);
  }
}

/** Restores pieces of a memory from the last layer that has them, and clears those that no layer has. */
export function putBack(memory: WasmMemory, layers: readonly Layer[], runs: Iterable<Run>): void {
  const now = new Uint8Array(memory.buffer);
  const sourceOf = (piece: number) => layers.findLast(({ has }) => has[piece] === 1)?.bytes;
  for (const [from, end] of runs) {
    for (let at = from; at < end; ) {
      const source = sourceOf(at);
      let to = at + 1;
      while (to < end && sourceOf(to) === source) to++;
      if (source === undefined) now.fill(0, at * PIECE, to * PIECE);
      else now.set(source.subarray(at * PIECE, to * PIECE), at * PIECE);
      at = to;
    }
  }
}

/** The size of all runs together, in bytes. */
export const sizeOf = (runs: Iterable<Run>): number => {
  let pieces = 0;
  for (const [from, to] of runs) pieces += to - from;
  return pieces * PIECE;
};
