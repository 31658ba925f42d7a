import type { MoveView } from '@chessmith/game';
import { ok } from '@chessmith/std';
import type { BoardState } from '../facets/query.js';
import { NEVER, type QueryDefinition, turnIn } from './definition.js';

/**
 * The squares whose pieces have not moved since the start. Unmoved(n) is Unmoved(n-1) without the squares that Move(n)
 * changed.
 */
export const unmovedPositionsAtTurn: QueryDefinition<'UnmovedPositionsAtTurn'> = {
  key: ({ game, turn }) => `unmoved:${game}:${turn}`,
  async compute({ game, turn: wanted }, context) {
    const validTurn = turnIn(context, wanted);
    if (!validTurn.ok) return validTurn;
    const turn = validTurn.value;
    const now = await context.query({ name: 'BoardStateAtTurn', game, turn });
    if (!now.ok) return now;
    if (turn === 0)
      return ok(context.game.configuration?.setup.unmoved ?? now.value.pieces.map(({ square }) => square));
    const then = await context.query({ name: 'BoardStateAtTurn', game, turn: turn - 1 });
    if (!then.ok) return then;
    const unmoved = await context.query({ name: 'UnmovedPositionsAtTurn', game, turn: turn - 1 });
    if (!unmoved.ok) return unmoved;
    const move = await context.query({ name: 'MoveAtTurn', game, turn });
    if (!move.ok) return move;
    const touched = touchedBy(move.value);
    const [before, after] = [standing(then.value), standing(now.value)];
    return ok(unmoved.value.filter((square) => !touched.has(square) && before.get(square) === after.get(square)));
  },
  expiry: () => NEVER,
};

/** The piece on each square, as text to compare. */
const standing = ({ pieces }: BoardState): ReadonlyMap<string, string> =>
  new Map(pieces.map(({ square, role, color, probability = 1 }) => [square, `${color} ${role} ${probability}`]));

/** Squares that the move's events name as start, target or place. */
function touchedBy({ happened }: MoveView): ReadonlySet<string> {
  const squares = happened.flatMap((happening): readonly string[] => {
    if ('from' in happening) return [happening.from, happening.to].flat();
    if ('on' in happening) return [happening.on].flat();
    return [];
  });
  return new Set(squares);
}
