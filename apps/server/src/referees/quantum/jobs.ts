import type { PackedPosition, QuantumOptions } from '@chessmith/quantum';
import type { GameRecord, Inspection, Json, Refusal, Ruling, Setup, View } from '@chessmith/rules';
import type { Result } from '@chessmith/std';

/** The jobs of a worker and their results. Positions share memory with the sender. */
export type QuantumJobs = {
  start: {
    readonly job: { readonly setup: Setup; readonly options: QuantumOptions };
    readonly done: Result<ComputedPosition & { readonly record: GameRecord }, Refusal>;
  };
  judge: {
    readonly job: {
      readonly position: PackedPosition;
      readonly move: string;
      readonly randomNumbers: readonly number[];
    };
    readonly done: Result<ComputedPosition & Omit<Ruling<never>, 'after'>, Refusal>;
  };
  /** From a position, or from the record of a start, through the records of moves. */
  follow: {
    readonly job: { readonly from: PackedPosition | GameRecord; readonly records: readonly GameRecord[] };
    readonly done: ComputedPosition;
  };
  inspect: {
    readonly job: { readonly position: PackedPosition; readonly inspection: Inspection };
    readonly done: Result<Json, Refusal>;
  };
};

/**
 * A position with its view, so that the receiver computes nothing. After a judged move its history has only its own
 * hash.
 */
export type ComputedPosition = { readonly position: PackedPosition; readonly view: View };
