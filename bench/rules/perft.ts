import { compile, perft, perftPlayed, positionFromFen, standard } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { Chess as ChessJs } from 'chess.js';
import { Chess, type Position } from 'chessops/chess';
import { perft as chessopsPerft } from 'chessops/debug';
import { parseFen } from 'chessops/fen';
import type { Role } from 'chessops/types';
import { duel } from '../duel.js';
import { report } from '../report.js';

const POSITIONS = [
  ['start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 4],
  ['kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 3],
  ['promotion', 'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1', 4],
] as const;

/** Leaf nodes per CPU-second, with bulk counting at the last ply and with every leaf played. */
export function benchPerft(budgetMs: number): void {
  for (const [name, fen, depth] of POSITIONS) {
    const ours = unwrap(positionFromFen(compile(standard), fen));
    const theirs = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
    const bulk = duel(
      times(() => perft(ours, depth)),
      times(() => chessopsPerft(theirs, depth)),
      budgetMs,
      1,
    );
    report(`rules/perft-bulk/${name}`, 'chessops', 'leaves', bulk);
    const played = duel(
      times(() => perftPlayed(ours, depth)),
      times(() => chessopsPlayed(theirs, depth)),
      budgetMs,
      1,
    );
    report(`rules/perft-played/${name}`, 'chessops', 'leaves', played);
    const chessJs = new ChessJs(fen);
    const small = duel(
      times(() => perftPlayed(ours, depth)),
      times(() => chessJs.perft(depth - 1)),
      budgetMs,
      1,
    );
    report(`rules/perft-played/${name}`, 'chess.js', 'leaves', small);
  }
}

/** Repeats a count until the wanted number of leaf nodes. */
const times = (count: () => number) => (wanted: number) => {
  let leaves = 0;
  while (leaves < wanted) leaves += count();
  return leaves;
};

const PROMOTIONS: readonly Role[] = ['queen', 'knight', 'rook', 'bishop'];

function chessopsPlayed(position: Position, depth: number): number {
  const promotionRank = position.turn === 'white' ? 6 : 1;
  let leaves = 0;
  for (const [from, targets] of position.allDests()) {
    const promotes = from >> 3 === promotionRank && position.board.pawn.has(from);
    for (const to of targets) {
      for (const promotion of promotes ? PROMOTIONS : [undefined]) {
        const child = position.clone();
        child.play(promotion === undefined ? { from, to } : { from, to, promotion });
        leaves += depth === 1 ? 1 : chessopsPlayed(child, depth - 1);
      }
    }
  }
  return leaves;
}
