import type { Happening } from '@chessmith/rules';
import { formatSquare, type Square } from './square.js';
import type { WorkingBoard, WorkingChessman, WorkingFragment } from './working-board.js';
import type { WorldStep } from './world-steps.js';

/** A move in progress: the working board and the effects so far. */
export type Turn = {
  readonly working: WorkingBoard;
  /** Called by measurements only. */
  readonly isReal: (shard: WorkingFragment) => boolean;
  readonly happened: Happening[];
  readonly steps: WorldStep[];
  /** Fragments being measured; a chain of measurements that returns to them stops there. */
  readonly measuring: Set<WorkingFragment>;
};

export function recordMove(turn: Turn, man: WorkingChessman, from: Square, to: Square): void {
  const { role, color } = man;
  turn.happened.push({ kind: 'moved', role, color, from: formatSquare(from), to: formatSquare(to) });
}

export function recordCapture(turn: Turn, man: WorkingChessman, on: Square): void {
  const { role, color } = man;
  turn.happened.push({ kind: 'captured', role, color, on: formatSquare(on) });
  turn.steps.push({ kind: 'capture', man: man.id });
}

export function recordMeasurement(turn: Turn, shard: WorkingFragment, found: boolean, probability: number): void {
  turn.happened.push({ kind: 'measured', on: [formatSquare(shard.square)], found, probability });
}

export function recordEntanglement(turn: Turn, one: WorkingFragment, other: WorkingFragment): void {
  turn.happened.push({ kind: 'entangled', squares: [formatSquare(one.square), formatSquare(other.square)] });
}
