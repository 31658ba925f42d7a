import { classicalReferee, compile, formatUci, play, standard, startPosition } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { Chess as ChessJs } from 'chess.js';
import { Chess } from 'chessops/chess';
import { makeSanAndPlay } from 'chessops/san';
import { parseUci } from 'chessops/util';
import { duel, type Work } from '../duel.js';
import { report } from '../report.js';
import type { RandomGame } from './games.js';

/**
 * Moves per CPU-second as a server handles them: parse UCI, judge, format SAN, and compute the outcome. Games are
 * interleaved as on a server. Ours also lists the pieces and happenings.
 */
export function benchJudge(games: readonly RandomGame[], budgetMs: number): void {
  const lines = games.map(spelled);
  const referee = classicalReferee(standard);
  const chance = { int: () => 0, real: () => 0 };
  const ours = inTurns(lines, () => {
    let { position } = unwrap(referee.start({}, chance));
    return (text) => {
      const ruling = unwrap(referee.judge(position, text));
      position = ruling.after;
      return ruling.notation.length + referee.cost!.glance!(position, { kind: 'watcher' }).pieces.length;
    };
  });
  const chessops = inTurns(lines, () => {
    const position = Chess.default();
    return (text) => {
      const move = parseUci(text)!;
      if (!position.isLegal(move)) throw new Error('the benchmark played an illegal move');
      const san = makeSanAndPlay(position, move);
      return san.length + (position.outcome() === undefined ? 0 : 1);
    };
  });
  const chessJs = inTurns(lines, () => {
    const position = new ChessJs();
    return (text) => {
      const { san } = position.move(text);
      return san.length + (position.isGameOver() ? 1 : 0);
    };
  });
  report('rules/judge', 'chessops', 'moves', duel(ours, chessops, budgetMs, 1));
  report('rules/judge', 'chess.js', 'moves', duel(ours, chessJs, budgetMs, 1));
}

/** The moves of a game in UCI. */
function spelled({ moves }: RandomGame): readonly string[] {
  const position = unwrap(startPosition(compile(standard)));
  return moves.map((move) => {
    const text = formatUci(position, move);
    play(position, move);
    return text;
  });
}

/** Plays all games in parallel, one ply of each in turn, until the wanted number of moves. */
function inTurns(lines: readonly (readonly string[])[], open: () => (text: string) => number): Work {
  return (wanted) => {
    let played = 0;
    while (played < wanted) {
      const judge = lines.map(open);
      for (let ply = 0; played < wanted && lines.some((line) => ply < line.length); ply++) {
        lines.forEach((line, game) => {
          if (ply < line.length && judge[game]!(line[ply]!) > 0) played++;
        });
      }
    }
    return played;
  };
}
