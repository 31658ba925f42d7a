import type { History, QuantumPosition } from './position.js';
import type { Wave } from './wave.js';

/** A position as plain objects and arrays that can be sent to another thread. */
export type PackedPosition = Omit<QuantumPosition, 'history'> & {
  /** The hashes of all positions of the game, the current one first. */
  readonly history: readonly string[];
};

/** Shares the wave with the position; sending it makes a copy. */
export function packPosition(position: QuantumPosition): PackedPosition {
  const history: string[] = [];
  for (let past: History | null = position.history; past !== null; past = past.before) history.push(past.hash);
  return { ...position, history };
}

/** The inverse; `before` is a part of the history that was not sent. */
export function unpackPosition(packed: PackedPosition, before: History | null = null): QuantumPosition {
  const history = packed.history.reduceRight<History | null>((past, hash) => ({ hash, before: past }), before);
  return { ...packed, history: history! };
}

/**
 * The same position with its states in shared memory, so that sending it copies no states. Safe because positions are
 * immutable.
 */
export function sharePosition(position: QuantumPosition): QuantumPosition {
  const { board } = position;
  return { ...position, board: { ...board, wave: shared(board.wave) } };
}

function shared(wave: Wave): Wave {
  const { size } = wave;
  const memory = new SharedArrayBuffer(size * BYTES_PER_STATE);
  const re = new Float64Array(memory, 0, size);
  const im = new Float64Array(memory, size * 8, size);
  const lo = new Uint32Array(memory, size * 16, size);
  const hi = new Uint32Array(memory, size * 20, size);
  const label = new Uint32Array(memory, size * 24, size);
  for (const [to, from] of [
    [re, wave.re],
    [im, wave.im],
    [lo, wave.lo],
    [hi, wave.hi],
    [label, wave.label],
  ] as const) {
    to.set(from.subarray(0, size));
  }
  return { ...wave, re, im, lo, hi, label };
}

/** Two 32-bit words of occupancy, a label and a complex number. */
export const BYTES_PER_STATE = 28;
