import { type Color, type Happening, opposite } from '@chessmith/rules';
import type { ScriptMove } from '../contract/moves.js';
import type { ScriptPiece, ScriptState } from '../contract/state.js';

/** What a move did, as far as the boards before and after it show. */
export function happenedIn(before: ScriptState, move: ScriptMove, after: ScriptState): readonly Happening[] {
  return [
    ...whatMoved(before, move, after),
    ...captured(before, after, opposite(before.turn)),
    ...(after.message === undefined ? [] : [{ kind: 'said', message: after.message } as const]),
  ];
}

function whatMoved(before: ScriptState, move: ScriptMove, after: ScriptState): readonly Happening[] {
  const color = before.turn;
  if (move.kind === 'drop') return [{ kind: 'dropped', role: move.role, color, on: move.to }];
  const { role } = pieceOn(before, move.from)!;
  const to = move.onward ?? move.to;
  const now = pieceOn(after, to);
  const isOther = now !== undefined && now.color === color && now.role !== role;
  return [
    { kind: 'moved', role, color, from: move.from, to },
    ...(isOther ? [{ kind: 'promoted', role: now.role, color, on: to } as const] : []),
  ];
}

/** Pieces of a side that are gone, each on a square that a piece of its kind has left. */
function captured(before: ScriptState, after: ScriptState, color: Color): readonly Happening[] {
  const piecesOf = (state: ScriptState): readonly ScriptPiece[] =>
    state.pieces.filter((piece) => piece.color === color);
  const missing = new Map<string, number>();
  for (const { role } of piecesOf(before)) missing.set(role, (missing.get(role) ?? 0) + 1);
  for (const { role } of piecesOf(after)) missing.set(role, (missing.get(role) ?? 0) - 1);
  return piecesOf(before).flatMap(({ role, square }): readonly Happening[] => {
    const now = pieceOn(after, square);
    const stands = now !== undefined && now.color === color && now.role === role;
    const left = missing.get(role) ?? 0;
    if (stands || left <= 0) return [];
    missing.set(role, left - 1);
    return [{ kind: 'captured', role, color, on: square }];
  });
}

const pieceOn = ({ pieces }: ScriptState, square: string): ScriptPiece | undefined =>
  pieces.find((piece) => piece.square === square);
