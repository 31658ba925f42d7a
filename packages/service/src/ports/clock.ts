import type { Instant } from './listed-situation.js';

/** Gives the time; only adapters read a real clock. */
export interface Clock {
  /** The time of day; an operator may set it back or forward. */
  now(): Instant;
  /** Milliseconds since an arbitrary moment, never falling; measures playing time. */
  monotonicMs(): number;
  /** Calls once when `monotonicMs` has reached `atMs`, or soon after; the returned function cancels it. */
  wake(atMs: number, call: () => void): () => void;
}
