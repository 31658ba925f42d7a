import { epochMsOf, type Instant, instantAt } from '@chessmith/game';
import type { Clock } from './ports/index.js';

/** The time of day for games. It never jumps, even if the machine's clock is set while the server runs. */
export type Time = {
  now(): Instant;
  nowMs(): number;
  /** Calls once after so many milliseconds; the returned function cancels it. */
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
