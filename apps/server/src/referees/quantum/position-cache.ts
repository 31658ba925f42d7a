import { BYTES_PER_STATE, type QuantumPosition } from '@chessmith/quantum';
import type { GameRecord, View } from '@chessmith/rules';

/**
 * A position, known by how it was reached. It is computed on demand, and a large state may be dropped, since it can
 * be computed again.
 */
export type CachedPosition = {
  readonly origin: Origin;
  position: QuantumPosition | null;
  view: View | null;
  /** The running computation. */
  computing: Promise<void> | null;
};

/** How a position was reached: a start, or a move from an earlier origin. It holds no position, so that earlier ones can be dropped. */
type Origin = {
  readonly before: Origin | null;
  /** The record of the start or of the move. An origin from a snapshot has no record and keeps its position. */
  readonly record: GameRecord | QuantumPosition;
  /** The computed position while it is still referenced elsewhere. */
  cached: WeakRef<CachedPosition> | null;
};

/** The start of a game, or the position after a recorded move. */
export function cachedPosition(before: CachedPosition | null, record: GameRecord | QuantumPosition): CachedPosition {
  const origin = { before: before?.origin ?? null, record, cached: null };
  return { origin, position: null, view: null, computing: null };
}

/** Sets the computed position. */
export function setPosition(one: CachedPosition, position: QuantumPosition, view: View | null = null): CachedPosition {
  one.position = position;
  one.view ??= view;
  one.origin.cached ??= new WeakRef(one);
  return one;
}

/** How to compute a position: from the nearest computed one, or from the record of the start. */
export type Route = { readonly from: Origin['record']; readonly records: readonly GameRecord[] };

export function routeTo(wanted: CachedPosition): Route {
  if (wanted.position !== null) return { from: wanted.position, records: [] };
  const records: GameRecord[] = [];
  for (let origin = wanted.origin; ; origin = origin.before) {
    const known = origin.cached?.deref()?.position;
    if (known) return { from: known, records: records.reverse() };
    if (origin.before === null) return { from: origin.record, records: records.reverse() };
    records.push(origin.record as GameRecord);
  }
}

export const isPosition = (from: Route['from']): from is QuantumPosition => 'board' in from;

/** Keeps the most recently used large states, up to `most` bytes. */
export function largeStateCache(most: number): { use(one: CachedPosition): void } {
  // In the order of last use.
  const kept = new Map<CachedPosition, number>();
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
