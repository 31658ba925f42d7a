import type { Account } from '../../engines/engine.js';

/** Memory shared between a worker and its supervisor, in which the worker records whose CPU time it uses. */
export type CpuAccount = SharedArrayBuffer;

export const newCpuAccount = (): CpuAccount => new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);

// Odd while the script runs; every change increments it.
const TURN = 0;
/** CPU time of the script's earlier turns, in microseconds. */
const USED = 1;
/** When the current turn began. */
const SINCE = 2;

/** Microseconds reduced to 31 bits: only differences of less than half an hour matter. */
const wrapped = (us: number): number => (us % 0x8000_0000) | 0;

/** The worker's side. `nowUs` is the CPU time of its thread, or any clock that all threads share. */
export function keepCpuAccount(cpuAccount: CpuAccount, nowUs: () => number): Account {
  const words = new Int32Array(cpuAccount);
  const isScript = (): boolean => words[TURN]! % 2 !== 0;
  return {
    script() {
      if (isScript()) return;
      Atomics.store(words, SINCE, wrapped(nowUs()));
      Atomics.add(words, TURN, 1);
    },
    server() {
      if (!isScript()) return;
      const used = wrapped(nowUs() - words[SINCE]!);
      // The turn ends first, so that a concurrent reader does not count it twice.
      Atomics.add(words, TURN, 1);
      Atomics.add(words, USED, used);
    },
  };
}

/** Resets the script's time, while the worker is idle. */
export function clearCpuAccount(cpuAccount: CpuAccount): void {
  Atomics.store(new Int32Array(cpuAccount), USED, 0);
}

/**
 * The script's time since the reset, in microseconds, and whether it runs now; undefined if the turn changed meanwhile.
 */
export function readCpuAccount(
  cpuAccount: CpuAccount,
  nowUs: number,
): { readonly scriptUs: number; readonly isScript: boolean } | undefined {
  const words = new Int32Array(cpuAccount);
  const turn = Atomics.load(words, TURN);
  const [used, since] = [Atomics.load(words, USED), Atomics.load(words, SINCE)];
  if (Atomics.load(words, TURN) !== turn) return undefined;
  const isScript = turn % 2 !== 0;
  return { scriptUs: isScript ? used + Math.max(0, wrapped(nowUs - since)) : used, isScript };
}
