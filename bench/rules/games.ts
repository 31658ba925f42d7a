import { compile, formatSan, legalMoves, type Move, play, standard, startPosition } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';

export type RandomGame = { readonly moves: readonly Move[]; readonly sans: readonly string[] };

/** Games of random legal moves from the start; the same games in every run. */
export function randomGames(count: number, plies: number): readonly RandomGame[] {
  const random = seededRandom(2026);
  const engine = compile(standard);
  return Array.from({ length: count }, () => {
    const position = unwrap(startPosition(engine));
    const moves: Move[] = [];
    const sans: string[] = [];
    for (let ply = 0; ply < plies; ply++) {
      const legal = legalMoves(position);
      if (legal.length === 0) break;
      const move = random.pick(legal);
      sans.push(formatSan(position, move));
      moves.push(move);
      play(position, move);
    }
    return { moves, sans };
  });
}
