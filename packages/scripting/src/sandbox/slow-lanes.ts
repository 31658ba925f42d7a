/** How a lane's moves are scheduled: `slow` and `harmful` ones run apart from the others, one at a time. */
export type Pace = 'quick' | 'slow' | 'harmful';

/** A ruleset, and its author if known. */
export type LaneOfAuthor = { readonly lane: string; readonly author?: string | undefined };

/** Tracks which lanes took long recently, which cost a worker, and how long those must pause. */
export type SlowLanes = {
  paceOf(of: LaneOfAuthor): Pace;
  /** How long until a harmful lane may run again. */
  pauseMs(): number;
  /** Reports the end of a turn and its CPU time. */
  ended(of: LaneOfAuthor, turn: { readonly beganMs: number; readonly usedMs: number; readonly hasLost: boolean }): void;
  /** Reports a new worker. */
  replaced(): void;
};

/** Most honest scripts stay far below this; the limit of a call is 100 ms. */
const SLOW_MS = 50;
/** How long a slow turn counts, even if quick ones follow. */
const REMEMBERED_MS = 30_000;
/** How long the loss of a worker counts; it is longer because a pausing lane does no harm meanwhile. */
const HARM_REMEMBERED_MS = 600_000;
const MOST_LANES = 1000;
/**
 * After a turn that cost a worker, harmful lanes pause for the time that its replacement took, times the number of
 * workers lost recently. One script that fails now and then hardly notices; ten that do nothing else get less than a
 * tenth of the time.
 */
const MOST_PAUSES = 10;
const LONGEST_PAUSE_MS = 5000;

/** `nowMs` is any monotonic clock. */
export function slowLanes(nowMs: () => number): SlowLanes {
  const slow = recently(nowMs, REMEMBERED_MS);
  const harmful = recently(nowMs, HARM_REMEMBERED_MS);
  /** Their other rulesets may do the same, so only one of them runs at a time. */
  const authorsOfHarm = recently(nowMs, HARM_REMEMBERED_MS);
  /** When workers were lost recently, and when the turn began that cost the last one, until it is replaced. */
  let lossesMs: readonly number[] = [];
  let harmSinceMs: number | undefined;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  return {
    paceOf({ lane, author }) {
      if (harmful.has(lane)) return 'harmful';
      return slow.has(lane) || (author !== undefined && authorsOfHarm.has(author)) ? 'slow' : 'quick';
    },
    pauseMs: () => Math.max(0, pausedUntilMs - nowMs()),
    ended({ lane, author }, { beganMs, usedMs, hasLost }) {
      if (usedMs > SLOW_MS) slow.add(lane);
      if (!hasLost) return;
      harmful.add(lane);
      if (author !== undefined) authorsOfHarm.add(author);
      lossesMs = [...lossesMs.slice(-MOST_PAUSES), nowMs()];
      harmSinceMs ??= beganMs;
    },
    replaced() {
      if (harmSinceMs === undefined) return;
      const times = lossesMs.filter((lostMs) => nowMs() - lostMs < REMEMBERED_MS).length - 1;
      pausedUntilMs = nowMs() + Math.min(LONGEST_PAUSE_MS, times * (nowMs() - harmSinceMs));
      harmSinceMs = undefined;
    },
  };
}

/** A set of names that forgets them after a while. */
function recently(nowMs: () => number, rememberedMs: number): { has(name: string): boolean; add(name: string): void } {
  /** When each name was added, the latest last. */
  const added = new Map<string, number>();
  return {
    has: (name) => nowMs() - (added.get(name) ?? Number.NEGATIVE_INFINITY) < rememberedMs,
    add(name) {
      added.delete(name);
      added.set(name, nowMs());
      if (added.size > MOST_LANES) added.delete(added.keys().next().value!);
    },
  };
}
