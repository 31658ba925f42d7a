import { mapOk } from '@chessmith/std';
import { type Definition, turnIn, withTheTurn } from './definition.js';

/** How many plies have been played. */
export const turnNumber: Definition<'TurnNumber'> = {
  key: ({ game }) => `turnnumber:${game}`,
  dependsOn: () => [],
  compute: async (_, look) => mapOk(turnIn(look), (turn) => turn),
  expiry: withTheTurn,
};
