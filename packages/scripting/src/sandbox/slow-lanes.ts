/** Knows which lanes took long lately, and whether one of those runs. */
export type SlowLanes = {
  isSlow(lane: string): boolean;
  readonly isBusy: boolean;
  /** Says whether it is one of them. */
  begin(lane: string): boolean;
  /** The turn that began is over. */
  end(lane: string, usedMs: number): void;
};

/** What most honest scripts stay far below; a call may use 100 ms. */
const SLOW_MS = 50;
/** So long one slow turn counts: who is quick in between is not trusted at once. */
const REMEMBERED_MS = 30_000;
const MOST_LANES = 1000;

/** `nowMs` is any clock that only goes forward. */
export function slowLanes(nowMs: () => number): SlowLanes {
  /** When they were slow, the latest last. */
  const slow = new Map<string, number>();
  const running = new Set<string>();
  const isSlow = (lane: string): boolean => nowMs() - (slow.get(lane) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS;
  return {
    isSlow,
    get isBusy() {
      return running.size > 0;
    },
    begin(lane) {
      if (!isSlow(lane)) return false;
      running.add(lane);
      return true;
    },
    end(lane, usedMs) {
      running.delete(lane);
      if (usedMs <= SLOW_MS) return;
      slow.delete(lane);
      slow.set(lane, nowMs());
      if (slow.size > MOST_LANES) slow.delete(slow.keys().next().value!);
    },
  };
}
