import type { Instant } from './listed-situation.js';

/** The time, read only at the edge. */
export interface Clock {
  /** The time of day; may be set back or forward by whoever runs the machine. */
  now(): Instant;
  /** Milliseconds since some moment, never falling; durations of play are measured with it. */
  monotonicMs(): number;
  /** Calls once when `monotonicMs` has reached this, or soon after; the returned function calls it off. */
  wake(atMs: number, call: () => void): () => void;
}
