import {
  cloneBoard,
  type Move,
  mergeMoves,
  moveList,
  parseQfen,
  playMove,
  type QuantumBoard,
  royalsOf,
  START_FEN,
  splitMoves,
  standardMoves,
} from '@chessmith/quantum';
import { type Random, seededRandom, unwrap } from '@chessmith/std';
import { Chess } from 'chessops/chess';
import type { NormalMove } from 'chessops/types';
import { duel } from '../duel.js';

const MOST_PLIES = 200;

/**
 * Moves per CPU-second in random games: ours with the given percentage of splits and merges, chessops with classical
 * moves.
 */
export function benchPlayouts(percent: number, budgetMs: number): void {
  const random = seededRandom(percent + 1);
  const peer = seededRandom(1);
  const start = unwrap(parseQfen(START_FEN));
  const { ours, theirs, ratio } = duel(
    (moves) => quantumPlayouts(start, percent / 100, random, moves),
    (moves) => classicalPlayouts(peer, moves),
    budgetMs,
    500,
  );
  const rates = `${Math.round(ours).toLocaleString('en')} against ${Math.round(theirs).toLocaleString('en')} moves per CPU-second`;
  console.log(`quantum/playout-${percent} ${ratio.toFixed(2)} x chessops (${rates})`);
}

const list = moveList();

function quantumPlayouts(start: QuantumBoard, share: number, random: Random, wanted: number): number {
  let played = 0;
  while (played < wanted) {
    const board = cloneBoard(start);
    for (let ply = 0; ply < MOST_PLIES; ply++) {
      const move = pick(board, share, random);
      if (move === 0) break;
      playMove(board, move, random.next());
      played++;
      const royal = royalsOf(board);
      if (!royal.white || !royal.black) break;
    }
  }
  return played;
}

function pick(board: QuantumBoard, share: number, random: Random): Move {
  list.count = 0;
  if (share > 0 && random.next() < share) {
    splitMoves(board, board.turn, list);
    mergeMoves(board, board.turn, list);
  }
  if (list.count === 0) standardMoves(board, board.turn, list);
  return list.count === 0 ? 0 : list.moves[random.int(list.count)]!;
}

function classicalPlayouts(random: Random, wanted: number): number {
  let played = 0;
  while (played < wanted) {
    const position = Chess.default();
    for (let ply = 0; ply < MOST_PLIES; ply++) {
      const moves: NormalMove[] = [];
      for (const [from, targets] of position.allDests()) {
        for (const to of targets) moves.push({ from, to });
      }
      if (moves.length === 0) break;
      const move = random.pick(moves);
      const pawn = position.board.pawn.has(move.from) && (move.to < 8 || move.to > 55);
      position.play(pawn ? { ...move, promotion: 'queen' } : move);
      played++;
    }
  }
  return played;
}
