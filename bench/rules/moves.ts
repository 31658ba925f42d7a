import { compile, legalMoves, outcomeOf, play, standard, startPosition } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { Chess as ChessJs } from 'chess.js';
import { Chess } from 'chessops/chess';
import { parseSan } from 'chessops/san';
import type { Move } from 'chessops/types';
import { duel } from '../duel.js';
import { report } from '../report.js';
import type { RandomGame } from './games.js';

/** Moves per CPU-second as a server needs them: list the legal moves, play one, compute the outcome. */
export function benchMoves(games: readonly RandomGame[], budgetMs: number): void {
  const engine = compile(standard);
  let next = 0;
  const ours = (wanted: number): number => {
    let played = 0;
    while (played < wanted) {
      const position = unwrap(startPosition(engine));
      for (const move of games[next++ % games.length]!.moves) {
        if (!legalMoves(position).includes(move)) throw new Error('the benchmark played an illegal move');
        play(position, move);
        outcomeOf(position, 'lichess');
        played++;
      }
    }
    return played;
  };
  const theirGames = games.map(({ sans }) => chessopsMoves(sans));
  const chessops = (wanted: number): number => {
    let played = 0;
    while (played < wanted) {
      const position = Chess.default();
      for (const move of theirGames[next++ % theirGames.length]!) {
        position.allDests();
        if (!position.isLegal(move)) throw new Error('the benchmark played an illegal move');
        position.play(move);
        position.outcome();
        played++;
      }
    }
    return played;
  };
  const chessJs = (wanted: number): number => {
    let played = 0;
    while (played < wanted) {
      const position = new ChessJs();
      for (const san of games[next++ % games.length]!.sans) {
        position.moves();
        position.move(san);
        position.isGameOver();
        played++;
      }
    }
    return played;
  };
  report('rules/move', 'chessops', 'moves', duel(ours, chessops, budgetMs, 1));
  report('rules/move', 'chess.js', 'moves', duel(ours, chessJs, budgetMs, 1));
}

function chessopsMoves(sans: readonly string[]): readonly Move[] {
  const position = Chess.default();
  return sans.map((san) => {
    const move = parseSan(position, san)!;
    position.play(move);
    return move;
  });
}
