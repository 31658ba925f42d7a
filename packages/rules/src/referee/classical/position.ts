import { clonePosition, PASSED, type Position, rehash, TURN } from '../../engine/position.js';
import type { Profile } from '../../outcome.js';

/** What the classical referee hands around. The board in it is never played on again: a ruling brings a copy. */
export type ClassicalPosition = {
  readonly board: Position;
  readonly opening: Opening;
  readonly past: Past | null;
};

/** The moves played, the last one first, as UCI. */
export type Past = { readonly move: string; readonly before: Past | null };

/** What the record of a start holds. */
export type Opening = {
  readonly fen: string;
  readonly number?: number;
  readonly unmoved?: readonly string[];
  readonly profile: Profile;
  readonly free: boolean;
};

/** A copy with the other side to move, as free analysis allows; nobody can capture en passant any more. */
export function withOtherTurn(board: Position): Position {
  const turned = clonePosition(board);
  turned.state[TURN]! ^= 1;
  turned.state[PASSED] = -1;
  rehash(turned);
  return turned;
}
