import type { Belief, Possibility } from './belief.js';
import type { Board } from './chessman.js';
import type { Square } from './square.js';
import { readOnlyBoard } from './working-board.js';

/** The statement that the piece on a square is really there, or is not. */
export type Claim = { readonly square: Square; readonly isThere: boolean };

/**
 * The probability that all claims are true, for a viewer of the whole game. It depends on public moves and results
 * only, so it does not reveal which fragment is real.
 */
export function oddsThat(board: Board, belief: Belief, claims: readonly Claim[]): number {
  const { at } = readOnlyBoard(board);
  const open: Open[] = [];
  for (const { square, isThere } of claims) {
    const shard = at[square];
    const known = shard === undefined || shard.man.shards.length === 1;
    if (known && isThere !== (shard !== undefined)) return 0;
    if (!known) open.push({ man: shard.man.id, fragment: shard.id, isThere });
  }
  return belief.reduce((odds, { men, worlds }) => {
    const about = open.filter(({ man }) => men.includes(man));
    if (about.length === 0) return odds;
    const holds = ({ real }: Possibility) =>
      about.every(({ man, fragment, isThere }) => (real[men.indexOf(man)] === fragment) === isThere);
    return odds * worlds.filter(holds).reduce((sum, world) => sum + world.odds, 0);
  }, 1);
}

type Open = { readonly man: number; readonly fragment: number; readonly isThere: boolean };

export type LikelyPlacement = { readonly squares: readonly Square[]; readonly odds: number };

/** The possible classical boards, most likely first; ties are ordered by squares. */
export function likelyBoards(board: Board, belief: Belief, most: number): LikelyPlacement[] {
  const squareOf = new Map(board.men.flatMap(({ fragments }) => fragments.map(({ id, square }) => [id, square])));
  const placed = ({ real, odds }: Possibility): LikelyPlacement => ({
    squares: real.map((fragment) => squareOf.get(fragment)!).sort((a, b) => a - b),
    odds,
  });
  const certain = board.men.filter(({ fragments }) => fragments.length === 1).map(({ fragments }) => fragments[0]!.id);
  // Clusters are independent, so the best boards combine the best worlds of each; only those are multiplied.
  return belief
    .map(({ worlds }) => best(worlds.map(placed), most))
    .reduce(
      (boards, worlds) =>
        best(
          boards.flatMap((one) =>
            worlds.map(({ squares, odds }) => ({
              squares: [...one.squares, ...squares].sort((a, b) => a - b),
              odds: one.odds * odds,
            })),
          ),
          most,
        ),
      [placed({ real: certain, odds: 1 })],
    );
}

/** Odds that differ by rounding only count as equal, so that the order is the same on every machine. */
function best(boards: readonly LikelyPlacement[], most: number): LikelyPlacement[] {
  const rank = ({ odds }: LikelyPlacement) => Math.round(odds * 1e9);
  return [...boards].sort((a, b) => rank(b) - rank(a) || bySquares(a.squares, b.squares)).slice(0, most);
}

function bySquares(a: readonly Square[], b: readonly Square[]): number {
  const at = a.findIndex((square, index) => square !== b[index]);
  return at < 0 ? 0 : a[at]! - (b[at] ?? -1);
}

/** The number of possible classical boards. */
export const countBoards = (belief: Belief): number => belief.reduce((count, { worlds }) => count * worlds.length, 1);
