import { BYTES_PER_STATE, type QuantumPosition } from '@chessmith/quantum';
import type { GameRecord, View } from '@chessmith/rules';

/**
 * A position by how it came about. What it is, is worked out when somebody needs it, and a large state may be forgotten
 * again, since it can be worked out anew.
 */
export type Held = {
  readonly line: Line;
  position: QuantumPosition | null;
  view: View | null;
  /** Under way. */
  coming: Promise<void> | null;
};

/** A start, or a move from the position before. A line holds no position, so that those of the past can be let go. */
type Line = {
  readonly before: Line | null;
  /** Of the start or of the move; what came from a snapshot has no record and keeps its position. */
  readonly record: GameRecord | QuantumPosition;
  /** Whoever has this position worked out, while somebody else needs it too. */
  held: WeakRef<Held> | null;
};

/** The start of a game, or what a recorded move makes of the position before. */
export function held(before: Held | null, record: GameRecord | QuantumPosition): Held {
  const line = { before: before?.line ?? null, record, held: null };
  return { line, position: null, view: null, coming: null };
}

/** Notes what the position is. */
export function workedOut(one: Held, position: QuantumPosition, view: View | null = null): Held {
  one.position = position;
  one.view ??= view;
  one.line.held ??= new WeakRef(one);
  return one;
}

/** How to get there: from the nearest position that is worked out, or else from the record of the start. */
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

/** Keeps the large states that were used last, up to so many bytes; the others are forgotten. */
export function openShelf(most: number): { use(one: Held): void } {
  // In the order of their last use.
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
