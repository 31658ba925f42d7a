import type { PackedPosition, QuantumOptions } from '@chessmith/quantum';
import type { GameRecord, Inspection, Json, Refusal, Ruling, Setup, View } from '@chessmith/rules';
import type { Result } from '@chessmith/std';

/** The tasks of a worker and their results. Positions share memory with the sender. */
export type Tasks = {
  start: {
    readonly task: { readonly setup: Setup; readonly options: QuantumOptions };
    readonly done: Result<ComputedPosition & { readonly record: GameRecord }, Refusal>;
  };
  judge: {
    readonly task: {
      readonly position: PackedPosition;
      readonly move: string;
      readonly randomNumbers: readonly number[];
    };
    readonly done: Result<ComputedPosition & Omit<Ruling<never>, 'after'>, Refusal>;
  };
  /** From a position, or from the record of a start, through the records of moves. */
  follow: {
    readonly task: { readonly from: PackedPosition | GameRecord; readonly records: readonly GameRecord[] };
    readonly done: ComputedPosition;
  };
  inspect: {
    readonly task: { readonly position: PackedPosition; readonly inspection: Inspection };
    readonly done: Result<Json, Refusal>;
  };
};

/**
 * A position with its view, so that the receiver computes nothing. After a judged move its history has only its own
 * hash.
 */
export type ComputedPosition = { readonly position: PackedPosition; readonly view: View };

export type TaskKind = keyof Tasks;
export type Task<K extends TaskKind = TaskKind> = { [T in K]: { readonly kind: T } & Tasks[T]['task'] }[K];
export type Done<K extends TaskKind> = Tasks[K]['done'];

export type ToWorker = { readonly number: number; readonly task: Task };
export type FromWorker =
  | { readonly number: number; readonly done: Done<TaskKind> }
  | { readonly number: number; readonly failed: string };
