import { moveView } from '@chessmith/game';
import { err, ok } from '@chessmith/std';
import { NEVER, noSuchTurn, type QueryDefinition } from './definition.js';

/** The move that led to a turn; turn 0 has none. Only a takeback removes it. */
export const moveAtTurn: QueryDefinition<'MoveAtTurn'> = {
  key: ({ game, turn }) => `move:${game}:${turn}`,
  async compute({ turn }, { game }) {
    const move = game.board?.moves[turn - 1];
    return move === undefined ? err(noSuchTurn(game, turn)) : ok(moveView(move));
  },
  expiry: () => NEVER,
};
