import type { QuantumPosition } from '@chessmith/quantum';
import { BYTES_PER_STATE } from '@chessmith/quantum';
import type { GameRecord, View } from '@chessmith/rules';

/**
 * A position by how it came about: a start, or a move from the position before. What it is, is worked out when somebody
 * needs it, and a large state may be forgotten again, since it can be worked out anew.
 */
export type Held = {
  readonly before: Held | null;
  /** Of the start, or of the move. A position that came from a snapshot has none and is never forgotten. */
  readonly record: GameRecord | null;
  position: QuantumPosition | null;
  view: View | null;
  /** Under way. */
  coming: Promise<void> | null;
};

export const held = (
  before: Held | null,
  record: GameRecord | null,
  position: QuantumPosition | null = null,
): Held => ({
  before,
  record,
  position,
  view: null,
  coming: null,
});

export type Line = { readonly from: Held; readonly records: readonly GameRecord[] };

/** The moves that lead here, from the nearest position that is worked out, or else from the start. */
export function lineTo(wanted: Held): Line {
  const records: GameRecord[] = [];
  let from = wanted;
  while (from.position === null && from.before !== null) {
    records.push(from.record!);
    from = from.before;
  }
  return { from, records: records.reverse() };
}

/** Keeps the large states that were used last, up to so many bytes; the others are forgotten. */
export function openShelf(most: number): { use(one: Held): void; bytes(): number } {
  // In the order of their last use.
  const kept = new Map<Held, number>();
  let bytes = 0;
  return {
    use(one) {
      if (one.record === null || one.position === null) return;
      bytes -= kept.get(one) ?? 0;
      kept.delete(one);
      const size = one.position.board.wave.size * BYTES_PER_STATE;
      kept.set(one, size);
      bytes += size;
      for (const [oldest, its] of kept) {
        if (bytes <= most || oldest === one) break;
        oldest.position = null;
        kept.delete(oldest);
        bytes -= its;
      }
    },
    bytes: () => bytes,
  };
}
