import { TRACKED_BITS } from './track-writes.js';
import type { WasmMemory } from './wasm.js';

export const PIECE = 1 << TRACKED_BITS;

/**
 * The size of the map for the largest memory, and of the block it is placed in, with a spare piece before and after for
 * alignment.
 */
export const MAP_BYTES = 524_288;
export const MAP_BLOCK = MAP_BYTES + 3 * PIECE;

/**
 * The address of the map in its block: in pieces that hold nothing else, with some free bytes before it, so that stores
 * which overrun the piece before do not reach it.
 */
export const mapIn = (block: number): number => Math.ceil(block / PIECE) * PIECE + LONGEST_STORE * 4;

/** A store marks only the piece in which it begins; it may reach so many bytes into the next one. */
const LONGEST_STORE = 16;

/** A run of pieces: the first one, and the one after the last. */
export type Run = readonly [from: number, to: number];

/** The runs that are set in a map. */
export function* runsOf(map: Uint8Array): Generator<Run> {
  for (let from = map.indexOf(1); from >= 0; ) {
    let to = from + 1;
    while (map[to] === 1) to++;
    yield [from, to];
    from = map.indexOf(1, to);
  }
}

/** The map of written pieces that `trackWrites` maintains. */
export type WriteMap = {
  /** The pieces written since the last restore; undefined if the map itself was written to and cannot be trusted. */
  written(): readonly Run[] | undefined;
  /** Marks what the host writes. */
  readonly mark: (at: number, length: number) => void;
  /** Restores what was written since the last time from `kept`; memory beyond `kept` becomes zero. */
  restore(kept: Uint8Array): void;
  /** Restores all of memory, whatever the map says. */
  restoreAll(kept: Uint8Array): void;
  /** Clears the map. */
  clear(): void;
};

export function writeMapOf(memory: WasmMemory, map: number): WriteMap {
  const own = { from: map >>> TRACKED_BITS, to: (map + MAP_BYTES + PIECE) >>> TRACKED_BITS };
  const entries = () => new Uint8Array(memory.buffer, map, memory.buffer.byteLength >>> TRACKED_BITS);

  function restoreAll(kept: Uint8Array): void {
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(kept);
    bytes.fill(0, kept.length);
  }

  function written(): readonly Run[] | undefined {
    const map = entries();
    // Only a script that broke its interpreter's own rules can write here.
    return map.subarray(own.from, own.to).includes(1) ? undefined : [...runsOf(map)];
  }

  return {
    written,
    mark(at, length) {
      if (length > 0) entries().fill(1, at >>> TRACKED_BITS, ((at + length - 1) >>> TRACKED_BITS) + 1);
    },
    restore(kept) {
      const runs = written();
      if (runs === undefined) return restoreAll(kept);
      const bytes = new Uint8Array(memory.buffer);
      for (const [from, to] of runs) putBack(bytes, kept, from * PIECE, to * PIECE + LONGEST_STORE);
      entries().fill(0);
    },
    restoreAll,
    clear: () => void entries().fill(0),
  };
}

function putBack(bytes: Uint8Array, kept: Uint8Array, from: number, to: number): void {
  if (from < kept.length) bytes.set(kept.subarray(from, to), from);
  if (to > kept.length) bytes.fill(0, Math.max(from, kept.length), to);
}
