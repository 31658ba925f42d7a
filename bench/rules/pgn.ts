import { parsePgn } from '@chessmith/rules';
import { parsePgn as chessopsPgn } from 'chessops/pgn';
import { duel, type Work } from '../duel.js';
import { report } from '../report.js';
import type { RandomGame } from './games.js';

/** Characters per CPU-second parsed from PGN into game trees: bare games, and games with clocks and evaluations. */
export function benchPgn(games: readonly RandomGame[], budgetMs: number): void {
  const bare = games.map((game, i) => pgnOf(game, i, () => '')).join('\n');
  const annotated = games.map((game, i) => pgnOf(game, i, clockComment)).join('\n');
  report('rules/pgn', 'chessops', 'characters', duel(reading(bare, parsePgn), reading(bare, chessopsPgn), budgetMs, 1));
  const commented = duel(reading(annotated, parsePgn), reading(annotated, chessopsPgn), budgetMs, 1);
  report('rules/pgn/commented', 'chessops', 'characters', commented);
}

const reading =
  (text: string, parse: (text: string) => { readonly length: number }): Work =>
  (wanted) => {
    let read = 0;
    while (read < wanted) {
      parse(text);
      read += text.length;
    }
    return read;
  };

function pgnOf({ sans }: RandomGame, number: number, comment: (ply: number) => string): string {
  const tags = [
    ['Event', 'Rated blitz game'],
    ['Site', `https://example.org/${number}`],
    ['Date', '2026.11.15'],
    ['Round', '-'],
    ['White', 'Ada'],
    ['Black', 'Grace'],
    ['Result', '1/2-1/2'],
    ['UTCTime', '12:00:00'],
    ['TimeControl', '180+2'],
  ];
  const moves = sans.map((san, ply) => {
    const before = ply % 2 === 0 ? `${ply / 2 + 1}. ` : comment(ply) === '' ? '' : `${(ply + 1) / 2}... `;
    return before + san + comment(ply);
  });
  return `${tags.map(([name, value]) => `[${name} "${value}"]`).join('\n')}\n\n${moves.join(' ')} 1/2-1/2\n`;
}

const clockComment = (ply: number): string =>
  ` { [%eval ${(ply % 7) - 3}.${ply % 10}] [%clk 0:0${ply % 4}:${10 + (ply % 50)}] }`;
