import { FLAG_CASTLE, FLAG_DROP, FLAG_MASK } from './compile/codes.js';
import { FRAME, FRAME_MOVE, PLY, type Position } from './engine/position.js';
import type { Move } from './engine.js';

export type PlayedMove = { readonly ply: number; readonly move: Move };

/** The moves played since the position was set up, oldest first; plies count from 0. */
export const movesPlayed = (position: Position): readonly Move[] =>
  Array.from({ length: position.state[PLY]! }, (_, ply) => moveAt(position, ply));

/**
 * The moves of the piece that now stands on a square, oldest first. Castling counts for both pieces, a promoted pawn
 * keeps its history, and the history of a dropped piece begins with its drop.
 */
export function historyOfPiece(position: Position, square: number): readonly PlayedMove[] {
  if (position.board[square] === 0) return [];
  const history: PlayedMove[] = [];
  let at = square;
  for (let ply = position.state[PLY]! - 1; ply >= 0; ply--) {
    const move = moveAt(position, ply);
    const came = arrivals(position, move).find(({ to }) => to === at);
    if (came === undefined) continue;
    history.unshift({ ply, move });
    if ((move & FLAG_MASK) === FLAG_DROP) break;
    at = came.from;
  }
  return history;
}

/** Squares of all pieces that have not moved: neither since set-up, nor before it as far as the set-up says. */
export function unmovedSquares(position: Position): readonly number[] {
  const { tables, board, unmoved } = position;
  const reached = new Set(movesPlayed(position).flatMap((move) => arrivals(position, move).map(({ to }) => to)));
  return Array.from({ length: tables.size }, (_, square) => square).filter(
    (square) => board[square] !== 0 && !reached.has(square) && (!tables.tracksUnmoved || unmoved[square] === 1),
  );
}

const moveAt = (position: Position, ply: number): Move => position.undo[ply * FRAME + FRAME_MOVE]!;

/** Each piece that a move relocates. */
function arrivals(position: Position, move: Move): readonly { readonly from: number; readonly to: number }[] {
  const from = (move >> 8) & 255;
  const to = move & 255;
  if ((move & FLAG_MASK) !== FLAG_CASTLE) return [{ from, to }];
  // Each partner square belongs to one castling right, so it identifies the castling.
  const way = position.tables.castles[position.partnerFrom.indexOf(to)]!;
  return [
    { from, to: way.to },
    { from: to, to: way.partnerTo },
  ];
}
