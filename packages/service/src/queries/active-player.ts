import { mapOk, ok } from '@chessmith/std';
import { boardIn, type QueryDefinition, untilNextTurn } from './definition.js';

/** The side to move, now or at a turn, and the player who has that seat today. */
export const activePlayer: QueryDefinition<'ActivePlayer'> = {
  key: ({ game, turn }) => (turn === undefined ? `activeplayer:${game}` : `activeplayer:${game}:${turn}`),
  async compute({ game, turn }, context) {
    const { seats } = context.game;
    if (turn === undefined) return mapOk(boardIn(context), ({ turn: color }) => ({ color, person: seats[color] }));
    const board = await context.query({ name: 'BoardStateAtTurn', game, turn });
    return board.ok ? ok({ color: board.value.active, person: seats[board.value.active] }) : board;
  },
  // A past turn is not cached: its board is, and the player of the seat may change at any time.
  expiry: (context, { turn }) => (turn === undefined ? untilNextTurn(context) : null),
};
