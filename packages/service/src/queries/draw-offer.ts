import { ok } from '@chessmith/std';
import { type QueryDefinition, untilNextTurn } from './definition.js';

/** The side with an open draw offer. */
export const drawOffer: QueryDefinition<'DrawOffer'> = {
  key: ({ game }) => `drawoffer:${game}`,
  compute: async (_, { game }) => ok({ by: game.offers.draw?.by ?? null }),
  expiry: untilNextTurn,
};
