import { TRACKED_BITS } from './track-writes.js';
import type { WasmMemory } from './wasm.js';

export const PIECE = 1 << TRACKED_BITS;

/** Room for the map of the largest memory, with a piece before and behind for what is not quite aligned. */
export const MAP_BYTES = 524_288;
export const MAP_ROOM = MAP_BYTES + 3 * PIECE;

/** Where the map lies in a room of `MAP_ROOM` bytes: in pieces of its own, and not at their very beginning. */
export const mapIn = (room: number): number => Math.ceil(room / PIECE) * PIECE + LONGEST_STORE * 4;

/** A store marks only the piece that it begins in; so far it may reach into the next one. */
const LONGEST_STORE = 16;

/** Pieces of memory in a row: the first one, and the one after the last. */
export type Run = readonly [from: number, to: number];

/** Where a map of pieces is set. */
export function* runsOf(map: Uint8Array): Generator<Run> {
  for (let from = map.indexOf(1); from >= 0; ) {
    let to = from + 1;
    while (map[to] === 1) to++;
    yield [from, to];
    from = map.indexOf(1, to);
  }
}

/** The map of what was written, as `trackWrites` keeps it, and what can be done with it. */
export type WriteMap = {
  /** What was written since the last time, in pieces; undefined if the map itself was, and may tell lies. */
  written(): readonly Run[] | undefined;
  /** Marks what is written from outside. */
  readonly mark: (at: number, length: number) => void;
  /** Sets back to `kept` what was written since the last time; what lies beyond `kept` becomes zero. */
  restore(kept: Uint8Array): void;
  /** The same for all of memory, whatever the map says. */
  restoreAll(kept: Uint8Array): void;
  /** Forgets what was written. */
  clear(): void;
};

export function openWriteMap(memory: WasmMemory, map: number): WriteMap {
  const own = { from: map >>> TRACKED_BITS, to: (map + MAP_BYTES + PIECE) >>> TRACKED_BITS };
  const entries = () => new Uint8Array(memory.buffer, map, memory.buffer.byteLength >>> TRACKED_BITS);

  function restoreAll(kept: Uint8Array): void {
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(kept);
    bytes.fill(0, kept.length);
  }

  function written(): readonly Run[] | undefined {
    const map = entries();
    // Only a script that broke out of its interpreter's own rules can write here.
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
