import type { Random } from '@chessmith/std';
import { type Board, mayHold } from '../unitary/board.js';
import { mergeMoves, splitMoves, standardMoves } from '../unitary/generate.js';
import { type Move, moveList } from '../unitary/move.js';
import { BLACK, KING, WHITE } from '../unitary/piece.js';
import { playMove } from '../unitary/play.js';
import { parseQfen } from '../unitary/qfen.js';
import { STARTS } from './starts.js';

/** The board after some random plies with many splits; stops when a king is gone. */
export function randomBoard(random: Random, plies: number): Board {
  const [fen = ''] = random.pick(STARTS).split(' moves ');
  const parsed = parseQfen(fen);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const board = parsed.value;
  for (let ply = 0; ply < plies; ply++) {
    const move = randomMove(board, random);
    if (move === undefined || !mayHold(board, WHITE | KING) || !mayHold(board, BLACK | KING)) break;
    playMove(board, move, random.next());
  }
  return board;
}

export function randomMove(board: Board, random: Random): Move | undefined {
  const list = moveList();
  if (board.wave.size < 64 && random.next() < 0.4) {
    splitMoves(board, board.turn, list);
    mergeMoves(board, board.turn, list);
  }
  if (list.count === 0) standardMoves(board, board.turn, list);
  return list.count === 0 ? undefined : list.moves[random.int(list.count)];
}

export function allMoves(board: Board): Move[] {
  const list = moveList();
  standardMoves(board, board.turn, list);
  splitMoves(board, board.turn, list);
  mergeMoves(board, board.turn, list);
  return [...list.moves.subarray(0, list.count)];
}
