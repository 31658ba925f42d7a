import { classicalReferee, type Json, standard } from '@chessmith/rules';
import { mapOk } from '@chessmith/std';
import type { SyncReferee } from './scene.js';

type CoinPosition = { readonly chess: unknown; readonly coins: readonly number[] };

/**
 * A test referee: standard chess in which every knight move tosses a coin that stays secret until the end. It covers random
 * results and secrets with little code.
 */
export function coinReferee(): SyncReferee<CoinPosition> {
  const chess: SyncReferee = classicalReferee(standard);
  return {
    about: { ...chess.about, name: 'coins' },
    start: (setup, chance) =>
      mapOk(chess.start(setup, chance), ({ position, record }) => ({
        position: { chess: position, coins: [] },
        record,
      })),
    judge: ({ chess: board, coins }, move, chance) =>
      mapOk(chess.judge(board, move, chance), (ruling) => {
        if (!ruling.notation.startsWith('N')) return { ...ruling, after: { chess: ruling.after, coins } };
        const coin = chance.int(2);
        const record = { ...ruling.record, secret: coin };
        return { ...ruling, after: { chess: ruling.after, coins: [...coins, coin] }, record, usedChance: true };
      }),
    resume: (record) => ({ chess: chess.resume(record), coins: [] }),
    replay: ({ chess: board, coins }, record) => ({
      chess: chess.replay(board, record),
      coins: record.secret === undefined ? coins : [...coins, record.secret as number],
    }),
    view: ({ chess: board, coins }, viewer) => ({
      ...chess.view(board, viewer),
      extra: viewer.kind === 'all' ? { coins } : { tossed: coins.length },
    }),
    snapshot: ({ chess: board, coins }) => ({ board: chess.snapshot(board), coins }),
    restore(snapshot) {
      const { board, coins } = snapshot as { readonly board: Json; readonly coins: readonly number[] };
      return { chess: chess.restore(board), coins };
    },
  };
}
