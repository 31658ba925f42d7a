import type { Account } from '../../engines/engine.js';

/** Where a worker notes whose work it does, for whoever watches it. */
export type CpuAccount = SharedArrayBuffer;

export const newCpuAccount = (): CpuAccount => new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);

// Odd while the script is at work, and another number each time.
const TURN = 0;
/** What the script has used in all its turns before, in microseconds. */
const USED = 1;
/** When its turn began. */
const SINCE = 2;

/** A moment or a span in microseconds, as far as it fits: what counts are differences of less than half an hour. */
const fitted = (us: number): number => (us % 0x8000_0000) | 0;

/** The worker's side. `nowUs` is the time that its thread has used, or any clock that all threads share. */
export function keepCpuAccount(tally: CpuAccount, nowUs: () => number): Account {
  const words = new Int32Array(tally);
  const isScript = (): boolean => words[TURN]! % 2 !== 0;
  return {
    script() {
      if (isScript()) return;
      Atomics.store(words, SINCE, fitted(nowUs()));
      Atomics.add(words, TURN, 1);
    },
    server() {
      if (!isScript()) return;
      const used = fitted(nowUs() - words[SINCE]!);
      // The turn ends first: whoever reads meanwhile then does not count it twice.
      Atomics.add(words, TURN, 1);
      Atomics.add(words, USED, used);
    },
  };
}

/** Forgets what was used, while the worker has nothing to do. */
export function clearCpuAccount(tally: CpuAccount): void {
  Atomics.store(new Int32Array(tally), USED, 0);
}

/** What the script has used since then, in microseconds, and whether it is at work; undefined in the moment of a change. */
export function readCpuAccount(
  tally: CpuAccount,
  nowUs: number,
): { readonly scriptUs: number; readonly isScript: boolean } | undefined {
  const words = new Int32Array(tally);
  const turn = Atomics.load(words, TURN);
  const [used, since] = [Atomics.load(words, USED), Atomics.load(words, SINCE)];
  if (Atomics.load(words, TURN) !== turn) return undefined;
  const isScript = turn % 2 !== 0;
  return { scriptUs: isScript ? used + Math.max(0, fitted(nowUs - since)) : used, isScript };
}
