import { ok } from '@chessmith/std';
import { type QueryDefinition, untilNextTurn } from './definition.js';

/** Who has offered a draw that nobody has answered yet. */
export const drawOffer: QueryDefinition<'DrawOffer'> = {
  key: ({ game }) => `drawoffer:${game}`,
  dependsOn: () => [],
  compute: async (_, { game }) => ok({ by: game.offers.draw?.by ?? null }),
  expiry: untilNextTurn,
};
