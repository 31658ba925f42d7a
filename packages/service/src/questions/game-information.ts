import { ok } from '@chessmith/std';
import { boardIn, type Definition, turnOf, withTheTurn } from './definition.js';

/** What a page about a game shows at a glance. */
export const gameInformation: Definition<'GameInformation'> = {
  key: ({ game }) => `gameinformation:${game}`,
  dependsOn: ({ game }) => [{ name: 'BoardStateAtTurn', game }],
  async compute({ game: id }, look) {
    const { game } = look;
    const board = boardIn(look);
    if (!board.ok) return board;
    const state = await look.ask({ name: 'BoardStateAtTurn', game: id, turn: turnOf(game) });
    if (!state.ok) return state;
    const { ruleset, clock } = game.configuration!;
    return ok({
      game: id,
      version: game.version,
      situation: game.situation,
      ruleset,
      turn: turnOf(game),
      active: board.value.turn,
      position: state.value.position,
      seats: game.seats,
      clock,
      clocks: game.clocks,
      promotion: game.promotion,
      offers: game.offers,
      end: game.end,
    });
  },
  expiry: withTheTurn,
};
