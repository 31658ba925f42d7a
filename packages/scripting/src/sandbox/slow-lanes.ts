/** How the lane of a move is treated: `slow` and `harmful` ones run apart from the others, one at a time. */
export type Pace = 'quick' | 'slow' | 'harmful';

/** Whose turn it is: a ruleset, and its author where that is known. */
export type LaneOfAuthor = { readonly lane: string; readonly author?: string | undefined };

/** Knows which lanes took long lately, which cost an interpreter, and for how long those have to rest. */
export type SlowLanes = {
  paceOf(of: LaneOfAuthor): Pace;
  /** How long until a harmful lane may run again. */
  restMs(): number;
  /** A turn is over that took so much processor time. */
  ended(of: LaneOfAuthor, turn: { readonly beganMs: number; readonly usedMs: number; readonly hasLost: boolean }): void;
  /** There is a new interpreter. */
  replaced(): void;
};

/** What most honest scripts stay far below; a call may use 100 ms. */
const SLOW_MS = 50;
/** So long one slow turn counts: who is quick in between is not trusted at once. */
const REMEMBERED_MS = 30_000;
/** So long a lost interpreter counts, since a lane that rests does no harm meanwhile. */
const HARM_REMEMBERED_MS = 600_000;
const MOST_LANES = 1000;
/**
 * After a turn that cost an interpreter, harmful lanes rest for as long as it took until there was a new one, times the
 * number of interpreters that were lost lately. One script that fails now and then hardly notices; ten that do
 * nothing else get less than a tenth of the time.
 */
const LONGEST_REST = 10;
const LONGEST_REST_MS = 5000;

/** `nowMs` is any clock that only goes forward. */
export function slowLanes(nowMs: () => number): SlowLanes {
  const slow = recently(nowMs, REMEMBERED_MS);
  const harmful = recently(nowMs, HARM_REMEMBERED_MS);
  /** Their other rulesets may do the same, and are not given two places at once. */
  const authorsOfHarm = recently(nowMs, HARM_REMEMBERED_MS);
  /** When interpreters were lost lately, and when the turn began that cost the last one, until it is replaced. */
  let lossesMs: readonly number[] = [];
  let harmSinceMs: number | undefined;
  let restedAtMs = Number.NEGATIVE_INFINITY;
  return {
    paceOf({ lane, author }) {
      if (harmful.has(lane)) return 'harmful';
      return slow.has(lane) || (author !== undefined && authorsOfHarm.has(author)) ? 'slow' : 'quick';
    },
    restMs: () => Math.max(0, restedAtMs - nowMs()),
    ended({ lane, author }, { beganMs, usedMs, hasLost }) {
      if (usedMs > SLOW_MS) slow.add(lane);
      if (!hasLost) return;
      harmful.add(lane);
      if (author !== undefined) authorsOfHarm.add(author);
      lossesMs = [...lossesMs.slice(-LONGEST_REST), nowMs()];
      harmSinceMs ??= beganMs;
    },
    replaced() {
      if (harmSinceMs === undefined) return;
      const times = lossesMs.filter((lostMs) => nowMs() - lostMs < REMEMBERED_MS).length - 1;
      restedAtMs = nowMs() + Math.min(LONGEST_REST_MS, times * (nowMs() - harmSinceMs));
      harmSinceMs = undefined;
    },
  };
}

/** Names that are forgotten after a while. */
function recently(nowMs: () => number, rememberedMs: number): { has(name: string): boolean; add(name: string): void } {
  /** When they were added, the latest last. */
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
