import { ok } from '@chessmith/std';
import { NEVER, type QueryDefinition, turnIn } from './definition.js';

/** The public board after `turn` plies. Board(n) is Board(n-1) with Move(n) played. */
export const boardStateAtTurn: QueryDefinition<'BoardStateAtTurn'> = {
  key: ({ game, turn }) => `boardstate:${game}:${turn}`,
  async compute({ turn }, context) {
    const validTurn = turnIn(context, turn);
    if (!validTurn.ok) return validTurn;
    // Uses the watcher's view: results of past turns never expire, so they must not contain secrets.
    const view = context.referee.view(await context.positionAt(validTurn.value), { kind: 'watcher' });
    return ok({
      turn: validTurn.value,
      position: view.notation,
      active: view.turn,
      pieces: view.pieces,
      pockets: view.pockets ?? null,
      check: view.check,
      extra: view.extra ?? null,
    });
  },
  expiry: () => NEVER,
};
