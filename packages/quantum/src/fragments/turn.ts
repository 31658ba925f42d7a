import type { Happening } from '@chessmith/rules';
import { formatSquare, type Square } from './square.js';
import type { Step } from './steps.js';
import type { Man, Shard, Table } from './table.js';

/** One move while it is being played: the table, and what has come of it so far. */
export type Turn = {
  readonly table: Table;
  /** Looked up only by a measurement. */
  readonly isReal: (shard: Shard) => boolean;
  readonly happened: Happening[];
  readonly steps: Step[];
  /** Fragments whose measurement has begun; a chain that comes back to them finds it under way. */
  readonly measuring: Set<Shard>;
};

export function noteMoved(turn: Turn, man: Man, from: Square, to: Square): void {
  const { role, color } = man;
  turn.happened.push({ kind: 'moved', role, color, from: formatSquare(from), to: formatSquare(to) });
}

export function noteCaptured(turn: Turn, man: Man, on: Square): void {
  const { role, color } = man;
  turn.happened.push({ kind: 'captured', role, color, on: formatSquare(on) });
  turn.steps.push({ kind: 'capture', man: man.id });
}

export function noteMeasured(turn: Turn, shard: Shard, found: boolean, probability: number): void {
  turn.happened.push({ kind: 'measured', on: [formatSquare(shard.square)], found, probability });
}

export function noteEntangled(turn: Turn, one: Shard, other: Shard): void {
  turn.happened.push({ kind: 'entangled', squares: [formatSquare(one.square), formatSquare(other.square)] });
}
