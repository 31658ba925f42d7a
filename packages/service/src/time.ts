import { epochMsOf, type Instant, instantAt } from '@chessmith/game';
import type { Clock } from './ports/index.js';

/** The time as games see it: a time of day that never jumps, however the machine's own is set while it runs. */
export type Time = {
  now(): Instant;
  nowMs(): number;
  /** Calls once, so many milliseconds from now; the returned function calls it off. */
  wakeIn(ms: number, call: () => void): () => void;
};

export function steadyTime(clock: Clock): Time {
  const offsetMs = epochMsOf(clock.now()) - clock.monotonicMs();
  const nowMs = () => Math.floor(offsetMs + clock.monotonicMs());
  return {
    now: () => instantAt(nowMs()),
    nowMs,
    wakeIn: (ms, call) => clock.wake(clock.monotonicMs() + ms, call),
  };
}
