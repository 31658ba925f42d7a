import { compile, perft, rulesetNamed, startPosition } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { Chess } from 'chessops/chess';
import { perft as chessopsPerft } from 'chessops/debug';
import { duel } from '../duel.js';
import { report } from '../report.js';

/** Leaf nodes per CPU-second on boards of more than 64 squares, compared with chessops on 64 squares. */
export function benchLargeBoards(budgetMs: number): void {
  const peer = Chess.default();
  for (const [name, ruleset] of [
    ['rules/large-board', 'capablanca'],
    ['rules/large-board/grand', 'grand'],
  ] as const) {
    const position = unwrap(startPosition(compile(rulesetNamed(ruleset)!)));
    const result = duel(
      (wanted) => repeat(wanted, () => perft(position, 3)),
      (wanted) => repeat(wanted, () => chessopsPerft(peer, 3)),
      budgetMs,
      1,
    );
    report(name, 'chessops on 8x8', 'leaves', result);
  }
}

function repeat(wanted: number, count: () => number): number {
  let leaves = 0;
  while (leaves < wanted) leaves += count();
  return leaves;
}
