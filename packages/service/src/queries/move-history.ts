import { ok } from '@chessmith/std';
import { boardIn, type QueryDefinition, withTheTurn } from './definition.js';
import type { MoveRecord } from './query.js';

/** So many turns, and then others are let in. */
const AT_ONCE = 128;

/** All moves with the positions they led to, beginning with the start position and no move. */
export const moveHistory: QueryDefinition<'MoveHistory'> = {
  key: ({ game }) => `movehistory:${game}`,
  dependsOn: ({ game }) => [{ name: 'BoardStateAtTurn', game }],
  async compute({ game }, look) {
    const board = boardIn(look);
    if (!board.ok) return board;
    const records: MoveRecord[] = [];
    for (let turn = 0; turn <= board.value.moves.length; turn++) {
      if (turn % AT_ONCE === 0 && board.value.moves.length > AT_ONCE) await look.yieldToOthers();
      const state = await look.ask({ name: 'BoardStateAtTurn', game, turn });
      if (!state.ok) return state;
      records.push({ move: board.value.moves[turn - 1]?.notation ?? '', position: state.value.position });
    }
    return ok(records);
  },
  expiry: withTheTurn,
};
