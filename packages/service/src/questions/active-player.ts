import { mapOk } from '@chessmith/std';
import { boardIn, type Definition, withTheTurn } from './definition.js';

/** Which side is to move, and who sits there. */
export const activePlayer: Definition<'ActivePlayer'> = {
  key: ({ game }) => `activeplayer:${game}`,
  dependsOn: () => [],
  compute: async (_, look) => mapOk(boardIn(look), ({ turn }) => ({ color: turn, person: look.game.seats[turn] })),
  expiry: withTheTurn,
};
