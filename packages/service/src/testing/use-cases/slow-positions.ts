import type { Version } from '@chessmith/game';
import { classicalReferee, type Referee, standard } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { playMoves, startGame } from '../test-service.js';
import { eventually } from '../virtual-clock.js';
import type { OpenTestService } from './index.js';

/** Rules that take long over a position are given the time before anybody looks at it, and nobody else waits meanwhile. */
export function testSlowPositions(open: OpenTestService): void {
  describe('positions that take long', () => {
    test('are worked out before anybody looks at them: after moves, after a takeback, for those who come later and for other nodes', async () => {
      const { referee, unprepared } = slowReferee();
      const testService = await open({ referees: { referee: () => referee } });
      const { service, anna, bert } = testService;
      const game = await startGame(testService);
      const options = { game, node: 'ChessGameServiceEvent', person: anna, personalView: true } as const;
      unwrap(await service.subscribe(options, () => {}));
      await playMoves(testService, game, 'e4', 'e5', 'Nf3');
      unwrap(await service.command(anna, game, { type: 'Offer', what: 'takeback' }));
      unwrap(await service.command(bert, game, { type: 'Accept', what: 'takeback' }));
      await playMoves(testService, game, 'Nc3', 'Nc6');
      expect(unprepared).toEqual([]);
      const second = await testService.another();
      const { board } = unwrap(await second.game(game, bert));
      expect(board).toEqual(unwrap(await service.game(game, bert)).board);
      let heard = 0;
      unwrap(await second.subscribe({ ...options, after: 0 as Version }, () => void heard++));
      await playMoves(testService, game, 'Nf3');
      await eventually(() => heard > 1);
      expect(unprepared).toEqual([]);
      await second.close();
    });
  });
}

/** Chess that has to think about every position that it has not just judged itself. */
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
    start: async (...asked) => isReady(await chess.start(...asked)),
    judge: async (...asked) => isReady(await chess.judge(...asked)),
    view(position, viewer) {
      const view = chess.view(position, viewer);
      if (!ready.has(position as object)) unprepared.push(view.notation);
      return view;
    },
    async prepare(position) {
      await Promise.resolve();
      ready.add(position as object);
    },
  };
  const { glance: _, ...withoutGlance } = referee;
  return { referee: withoutGlance, unprepared };
}
