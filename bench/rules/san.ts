import { compile, parseSan, play, standard, startPosition } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { Chess as ChessJs } from 'chess.js';
import { Chess } from 'chessops/chess';
import { parseSan as chessopsSan } from 'chessops/san';
import { duel } from '../duel.js';
import { report } from '../report.js';
import type { RandomGame } from './games.js';

/** Moves per CPU-second parsed from SAN and played. */
export function benchSan(games: readonly RandomGame[], budgetMs: number): void {
  const engine = compile(standard);
  const ours = gameByGame(games, (sans) => {
    const position = unwrap(startPosition(engine));
    for (const san of sans) play(position, unwrap(parseSan(position, san)));
  });
  const chessops = gameByGame(games, (sans) => {
    const position = Chess.default();
    for (const san of sans) position.play(chessopsSan(position, san)!);
  });
  const chessJs = gameByGame(games, (sans) => {
    const position = new ChessJs();
    for (const san of sans) position.move(san);
  });
  report('rules/san', 'chessops', 'moves', duel(ours, chessops, budgetMs, 1));
  report('rules/san', 'chess.js', 'moves', duel(ours, chessJs, budgetMs, 1));
}

/** Replays games one after the other until the wanted number of moves. */
function gameByGame(games: readonly RandomGame[], replay: (sans: readonly string[]) => void) {
  let next = 0;
  return (wanted: number): number => {
    let played = 0;
    while (played < wanted) {
      const { sans } = games[next++ % games.length]!;
      replay(sans);
      played += sans.length;
    }
    return played;
  };
}
