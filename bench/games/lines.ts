import { compile, formatUci, legalMoves, play, standard, startPosition } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';

/** A game as moves such as `e2e4`. */
export type RandomGame = readonly string[];

/** Games of random legal moves that are all unfinished after so many plies; the same ones in every run. */
export function linesOf(count: number, plies: number): readonly RandomGame[] {
  const random = seededRandom(2026);
  const engine = compile(standard);
  const lines: RandomGame[] = [];
  while (lines.length < count) {
    const position = unwrap(startPosition(engine));
    const line: string[] = [];
    while (line.length < plies) {
      const legal = legalMoves(position);
      if (legal.length === 0) break;
      const move = random.pick(legal);
      line.push(formatUci(position, move));
      play(position, move);
    }
    if (line.length === plies && legalMoves(position).length > 0) lines.push(line);
  }
  return lines;
}
