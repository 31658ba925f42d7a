import type { PersonId } from '@chessmith/people';
import { ok } from '@chessmith/std';
import type { GameInformation } from '../facets/query.js';
import { boardIn, type QueryDefinition, turnOf } from './definition.js';

/** An overview of a game, with the current names of its players. */
export const gameInformation: QueryDefinition<'GameInformation'> = {
  key: ({ game }) => `gameinformation:${game}`,
  async compute({ game: id }, context) {
    const { game } = context;
    const board = boardIn(context);
    if (!board.ok) return board;
    const state = await context.query({ name: 'BoardStateAtTurn', game: id, turn: turnOf(game) });
    if (!state.ok) return state;
    const { position, pieces, check } = state.value;
    const { ruleset, clock } = game.configuration!;
    const { white, black } = game.seats;
    const known = await context.people.people([white, black].filter((id) => id !== null));
    const player = (id: PersonId | null): GameInformation['players']['white'] =>
      id === null ? null : { id, name: known.find((person) => person.id === id)?.name ?? null };
    return ok({
      game: id,
      version: game.version,
      situation: game.situation,
      ruleset,
      turn: turnOf(game),
      active: board.value.turn,
      position,
      pieces,
      check,
      seats: game.seats,
      players: { white: player(white), black: player(black) },
      clock,
      clocks: game.clocks,
      promotion: game.promotion,
      offers: game.offers,
      end: game.end,
    });
  },
  // Not cached: names change without a fact. The board state is cached.
  expiry: () => null,
};
