import { ok } from '@chessmith/std';
import type { MoveRecord } from '../facets/query.js';
import { boardIn, type QueryDefinition, untilNextTurn } from './definition.js';

/** Turns that are computed before other requests may run. */
const BATCH_SIZE = 128;

/** All moves with the positions they led to, beginning with the start position and no move. */
export const moveHistory: QueryDefinition<'MoveHistory'> = {
  key: ({ game }) => `movehistory:${game}`,
  async compute({ game }, context) {
    const board = boardIn(context);
    if (!board.ok) return board;
    const records: MoveRecord[] = [];
    for (let turn = 0; turn <= board.value.moves.length; turn++) {
      if (turn % BATCH_SIZE === 0 && board.value.moves.length > BATCH_SIZE) await context.yieldToOthers();
      const state = await context.query({ name: 'BoardStateAtTurn', game, turn });
      if (!state.ok) return state;
      records.push({ move: board.value.moves[turn - 1]?.notation ?? '', position: state.value.position });
    }
    return ok(records);
  },
  expiry: untilNextTurn,
};
