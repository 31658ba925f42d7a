import type { Version } from '@chessmith/game';
import { classicalReferee, type Referee, standard } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { OpenTestService } from '../test-service.js';
import { playMoves, startGame } from '../test-service.js';
import { eventually } from '../virtual-clock.js';

/** Positions that are expensive to view are prepared before anybody views them. */
export function testSlowPositions(open: OpenTestService): void {
  describe('slow positions', () => {
    test('are prepared before they are viewed: after moves, after a takeback, for later subscribers and for other servers', async () => {
      const { referee, unprepared } = slowReferee();
      const testService = await open({ referees: { referee: () => referee } });
      const { service, anna, bert } = testService;
      const game = await startGame(testService);
      const options = { game, node: 'ChessGameServiceEvent', person: anna, personalView: true } as const;
      unwrap(await service.live.subscribe(options, () => {}));
      await playMoves(testService, game, 'e4', 'e5', 'Nf3');
      unwrap(await service.games.command(anna, game, { type: 'Offer', what: 'takeback' }));
      unwrap(await service.games.command(bert, game, { type: 'Accept', what: 'takeback' }));
      await playMoves(testService, game, 'Nc3', 'Nc6');
      expect(unprepared).toEqual([]);
      const second = await testService.another();
      const { board } = unwrap(await second.queries.view(game, bert));
      expect(board).toEqual(unwrap(await service.queries.view(game, bert)).board);
      let events = 0;
      unwrap(await second.live.subscribe({ ...options, after: 0 as Version }, () => void events++));
      await playMoves(testService, game, 'Nf3');
      await eventually(() => events > 1);
      expect(unprepared).toEqual([]);
      await second.close();
    });
  });
}

/** Chess that needs `prepare` for every position it has not just judged. */
function slowReferee(): { readonly referee: Referee; readonly unprepared: readonly string[] } {
  const chess = classicalReferee(standard) as Referee;
  const ready = new WeakSet<object>();
  const unprepared: string[] = [];
  const isReady = <
    T extends { readonly ok: true; readonly value: { position?: unknown; after?: unknown } } | { readonly ok: false },
  >(
    answer: T,
  ): T => {
    if (answer.ok) ready.add((answer.value.position ?? answer.value.after) as object);
    return answer;
  };
  const referee: Referee = {
    ...chess,
    start: async (...args) => isReady(await chess.start(...args)),
    judge: async (...args) => isReady(await chess.judge(...args)),
    view(position, viewer) {
      const view = chess.view(position, viewer);
      if (!ready.has(position as object)) unprepared.push(view.notation);
      return view;
    },
    cost: {
      async prepare(position) {
        await Promise.resolve();
        ready.add(position as object);
      },
    },
  };
  return { referee, unprepared };
}
