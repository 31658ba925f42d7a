import { type Chance, type Color, listMoves, opposite, type Referee, type View } from '@chessmith/rules';
import type { Random } from '@chessmith/std';

/** Chooses plausible moves: wins at once if possible, and captures. */
export type Opponent = {
  choose(view: View): Promise<string>;
  /** Called after every move, its own included. */
  played(move: string): Promise<void>;
};

const MOST_TRIED = 12;
const VALUES: { readonly [role: string]: number } = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9 };
/** Moves with random results are not tried out, since their result is unknown. */
const NO_CHANCE: Chance = { int: () => 0, real: () => 0 };

/** Looks one move ahead, starting from the initial position. */
export function createOpponent(referee: Referee, start: unknown, random: Random): Opponent {
  let position = start;

  async function worthOf(move: string, color: Color): Promise<number> {
    const ruled = await referee.judge(position, move, NO_CHANCE);
    if (!ruled.ok) return Number.NEGATIVE_INFINITY;
    const { outcome } = referee.view(ruled.value.after, { kind: 'watcher' });
    if (outcome !== null) return outcome.kind === 'draw' ? -50 : outcome.winner === color ? 1000 : -1000;
    const taken = ruled.value.happened.reduce(
      (sum, one) =>
        one.kind === 'captured' ? sum + (VALUES[one.role] ?? 4) * (one.color === opposite(color) ? 1 : -1) : sum,
      0,
    );
    return taken + (ruled.value.happened.some(({ kind }) => kind === 'promoted') ? 8 : 0);
  }

  return {
    async choose(view) {
      const moves = listMoves(referee.about, view.choices);
      const enemies = new Set(view.pieces.filter(({ color }) => color !== view.turn).map(({ square }) => square));
      const takes = (move: string) => [...enemies].some((square) => move.slice(1).includes(square));
      const tried = random.shuffle(moves).sort((one, other) => Number(takes(other)) - Number(takes(one)));
      let best = tried[0]!;
      let worth = Number.NEGATIVE_INFINITY;
      for (const move of tried.slice(0, MOST_TRIED)) {
        const found = (await worthOf(move, view.turn)) + 3 * random.next();
        if (found > worth) [best, worth] = [move, found];
      }
      return best;
    },
    async played(move) {
      const ruled = await referee.judge(position, move, NO_CHANCE);
      if (ruled.ok) position = ruled.value.after;
    },
  };
}

/** Plays random moves, for rulesets with random results: mostly plain moves, sometimes a split or a merge. */
export function createRandomMover(referee: Referee, random: Random): Opponent {
  return {
    async choose({ choices }) {
      const plain = choices.filter(({ kind }) => kind === 'move' || kind === 'drop');
      const special = choices.filter(({ kind }) => kind === 'split' || kind === 'merge');
      const wanted = random.int(3) === 0 ? listMoves(referee.about, special) : [];
      return random.pick(wanted.length > 0 ? wanted : listMoves(referee.about, plain.length > 0 ? plain : choices));
    },
    async played() {},
  };
}
