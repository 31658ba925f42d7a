import { BYTES_PER_STATE, type QuantumPosition } from '@chessmith/quantum';
import type { GameRecord, View } from '@chessmith/rules';

/**
 * A position, known by how it was reached. It is computed on demand, and a large state may be dropped, since it can
 * be computed again.
 */
export type Held = {
  readonly line: Line;
  position: QuantumPosition | null;
  view: View | null;
  /** The running computation. */
  coming: Promise<void> | null;
};

/** A start, or a move from the previous position. A line holds no position, so that earlier ones can be dropped. */
type Line = {
  readonly before: Line | null;
  /** The record of the start or of the move. A line from a snapshot has no record and keeps its position. */
  readonly record: GameRecord | QuantumPosition;
  /** The computed position while somebody else still uses it. */
  held: WeakRef<Held> | null;
};

/** The start of a game, or the position after a recorded move. */
export function held(before: Held | null, record: GameRecord | QuantumPosition): Held {
  const line = { before: before?.line ?? null, record, held: null };
  return { line, position: null, view: null, coming: null };
}

/** Sets the computed position. */
export function workedOut(one: Held, position: QuantumPosition, view: View | null = null): Held {
  one.position = position;
  one.view ??= view;
  one.line.held ??= new WeakRef(one);
  return one;
}

/** How to compute a position: from the nearest computed one, or from the record of the start. */
export type Route = { readonly from: Line['record']; readonly records: readonly GameRecord[] };

export function routeTo(wanted: Held): Route {
  if (wanted.position !== null) return { from: wanted.position, records: [] };
  const records: GameRecord[] = [];
  for (let line = wanted.line; ; line = line.before) {
    const known = line.held?.deref()?.position;
    if (known) return { from: known, records: records.reverse() };
    if (line.before === null) return { from: line.record, records: records.reverse() };
    records.push(line.record as GameRecord);
  }
}

export const isPosition = (from: Route['from']): from is QuantumPosition => 'board' in from;

/** Keeps the most recently used large states, up to `most` bytes. */
export function openShelf(most: number): { use(one: Held): void } {
  // In the order of last use.
  const kept = new Map<Held, number>();
  let bytes = 0;
  return {
    use(one) {
      bytes -= kept.get(one) ?? 0;
      kept.delete(one);
      const size = (one.position?.board.wave.size ?? 0) * BYTES_PER_STATE;
      kept.set(one, size);
      bytes += size;
      for (const [oldest, its] of kept) {
        if (bytes <= most || oldest === one) break;
        oldest.position = null;
        kept.delete(oldest);
        bytes -= its;
      }
    },
  };
}
