import { mapOk } from '@chessmith/std';
import { type QueryDefinition, turnIn, withTheTurn } from './definition.js';

/** How many plies have been played. */
export const turnNumber: QueryDefinition<'TurnNumber'> = {
  key: ({ game }) => `turnnumber:${game}`,
  dependsOn: () => [],
  compute: async (_, look) => mapOk(turnIn(look), (turn) => turn),
  expiry: withTheTurn,
};
