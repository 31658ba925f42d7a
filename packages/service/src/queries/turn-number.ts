import { mapOk } from '@chessmith/std';
import { type QueryDefinition, turnIn, untilNextTurn } from './definition.js';

/** The number of plies played. */
export const turnNumber: QueryDefinition<'TurnNumber'> = {
  key: ({ game }) => `turnnumber:${game}`,
  compute: async (_, context) => mapOk(turnIn(context), (turn) => turn),
  expiry: untilNextTurn,
};
