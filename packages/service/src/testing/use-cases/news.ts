import {
  type GameId,
  isNewsNode,
  NEWS_NODES,
  NEWS_TREE,
  type News,
  type NewsNode,
  newsPath,
  type Version,
} from '@chessmith/game';
import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { FactSubscriber } from '../../games/fact-subscribers.js';
import type { NumberedFact, SubscriptionEvent } from '../../service.js';
import type { OpenTestService } from '../test-service.js';
import { move, noSignals, playMoves, startGame, type TestService } from '../test-service.js';
import { eventually } from '../virtual-clock.js';

const ROOT: NewsNode = 'ChessGameServiceEvent';

/** Records the events, and gives the news that can be replayed. */
function recorder() {
  const all: SubscriptionEvent[] = [];
  const news = () =>
    all
      .flatMap((event) => (event.kind === 'snapshot' ? [] : event.news))
      .filter(({ node }) => NEWS_TREE[node].replayed);
  return { onEvent: (event: SubscriptionEvent) => void all.push(event), all, news };
}

async function subscribeTo({ service }: Pick<TestService, 'service'>, game: GameId, node: NewsNode, after?: Version) {
  const recording = recorder();
  const options = { game, node, person: null, ...(after === undefined ? {} : { after }) };
  return { ...recording, subscription: unwrap(await service.live.subscribe(options, recording.onEvent)) };
}

/** Subscribers miss no news and get none twice; a snapshot tells where they begin. */
export function testNews(open: OpenTestService): void {
  describe('news', () => {
    test('a returning subscriber gets exactly what was missed, after any version', async () => {
      const testService = await open();
      const random = seededRandom(7);
      const game = await startGame(testService);
      const whole = await subscribeTo(testService, game, ROOT, 0 as Version);
      const parts: { readonly from: Version; readonly until: Version; readonly news: readonly News[] }[] = [];
      let part = await subscribeTo(testService, game, ROOT, 0 as Version);
      let from = 0 as Version;
      for (const text of ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6', 'O-O', 'Be7']) {
        await playMoves(testService, game, text);
        if (random.int(3) === 0)
          await testService.service.games.command(testService.anna, game, { type: 'Offer', what: 'draw' });
        if (random.boolean()) continue;
        part.subscription.unsubscribe();
        const until = unwrap(await testService.service.queries.view(game, null)).version;
        parts.push({ from, until, news: part.news() });
        // Comes back with the last version, or with an older one.
        from = Math.max(0, until - random.int(3)) as Version;
        if (random.boolean())
          await testService.service.games.command(testService.bert, game, { type: 'Decline', what: 'draw' });
        part = await subscribeTo(testService, game, ROOT, from);
      }
      for (const { from: after, until, news } of parts) {
        expect(news).toEqual(whole.news().filter(({ version }) => version > after && version <= until));
      }
    });

    test('a node includes its subtree and nothing else', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const recordings = await Promise.all(
        NEWS_NODES.map((node) => subscribeTo(testService, game, node, 4 as Version)),
      );
      await playMoves(testService, game, 'e4');
      const event = recordings[NEWS_NODES.indexOf(ROOT)]!.news();
      expect(event.map(({ node }) => node)).toEqual([
        'ChessboardUpdateEvent',
        'BoardChanged',
        'MoveHistoryUpdateEvent',
        'TurnUpdateEvent',
      ]);
      for (const [index, node] of NEWS_NODES.entries()) {
        expect(isNewsNode(node)).toBe(true);
        expect(recordings[index]!.news()).toEqual(event.filter((news) => newsPath(news.node).includes(node)));
      }
    });

    test('without a version, or with one too old or in the future, a snapshot comes', async () => {
      const testService = await open({}, { replayedFacts: 3 });
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4');
      for (const after of [undefined, 1 as Version, 99 as Version]) {
        const { all } = await subscribeTo(testService, game, ROOT, after);
        expect(all[0]).toMatchObject({ kind: 'snapshot', version: 5, game: { ply: 1 } });
      }
      expect((await subscribeTo(testService, game, ROOT, 5 as Version)).all[0]).toEqual({
        kind: 'missed',
        version: 5,
        news: [],
      });
      // For one missed move of a long game the server would have to replay all of it.
      await playMoves(testService, game, 'e5', 'Nf3');
      expect((await subscribeTo(testService, game, ROOT, 6 as Version)).all[0]).toMatchObject({
        kind: 'snapshot',
        version: 7,
      });
      expect((await subscribeTo(testService, game, ROOT, 7 as Version)).all[0]).toMatchObject({
        kind: 'missed',
        news: [],
      });
    });

    test('transient news carries the version and is not replayed', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const first = await subscribeTo(testService, game, ROOT, 4 as Version);
      unwrap(await testService.service.live.enter(game, null));
      testService.service.live.publish(game, 'ServerErrorUpdateEvent', { type: 'X' });
      const fleeting = first.all.flatMap((event) => (event.kind === 'news' ? event.news : []));
      expect(fleeting.map(({ node, version }) => [node, version])).toEqual([
        ['SubscriptionUpdateEvent', 4],
        ['WatchersUpdateEvent', 4],
        ['ServerErrorUpdateEvent', 4],
      ]);
      const second = await subscribeTo(testService, game, ROOT, 0 as Version);
      const opening = second.all[0] as Extract<SubscriptionEvent, { kind: 'missed' }>;
      expect(opening.news.every(({ node }) => NEWS_TREE[node].replayed)).toBe(true);
    });

    test('subscribers get the list of subscriptions, also when one ends', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const first = await subscribeTo(testService, game, 'SubscriptionUpdateEvent');
      const second = await subscribeTo(testService, game, ROOT);
      await testService.clock.advance(1000);
      second.subscription.unsubscribe();
      await testService.clock.advance(1000);
      const published = first.all.flatMap((event) => (event.kind === 'news' ? event.news : []));
      const ids = [first.subscription.id, second.subscription.id];
      expect(published.map(({ payload }) => payload)).toEqual([[ids[0]], ids, [ids[0]]]);
    });

    test('a game with a subscription stays in memory until the last one ends', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const { subscription, news } = await subscribeTo(testService, game, ROOT);
      unwrap(await testService.service.games.command(testService.anna, game, { type: 'Resign' }));
      expect(testService.service.gauges()).toMatchObject({ gamesInMemory: 1, subscriptions: 1 });
      unwrap(await testService.service.games.command(testService.bert, game, { type: 'Offer', what: 'rematch' }));
      expect(news().at(-1)?.node).toBe('RematchUpdateEvent');
      subscription.unsubscribe();
      expect(testService.service.gauges()).toMatchObject({ gamesInMemory: 0, subscriptions: 0 });
    });

    test('a subscription to several nodes gets their news together, whatever others subscribe to', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const chosen = recorder();
      const node = ['TurnUpdateEvent', 'OfferUpdateEvent'] as const;
      unwrap(await testService.service.live.subscribe({ game, node, person: null }, chosen.onEvent));
      const whole = await subscribeTo(testService, game, ROOT);
      await playMoves(testService, game, 'e4');
      unwrap(await testService.service.games.command(testService.bert, game, { type: 'Offer', what: 'draw' }));
      expect(chosen.news().map((news) => news.node)).toEqual(['TurnUpdateEvent', 'DrawOfferUpdateEvent']);
      const missed = recorder();
      unwrap(
        await testService.service.live.subscribe({ game, node, person: null, after: 4 as Version }, missed.onEvent),
      );
      expect(missed.news()).toEqual(chosen.news());
      expect(whole.news().length).toBeGreaterThan(chosen.news().length);
    });

    test('the news of a fact includes the personal view for subscribers who ask for it', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const people = [testService.anna, testService.bert, null];
      const recordings = people.map(() => recorder());
      for (const [i, person] of people.entries()) {
        unwrap(
          await testService.service.live.subscribe(
            { game, node: ROOT, person, personalView: true },
            recordings[i]!.onEvent,
          ),
        );
      }
      const plain = await subscribeTo(testService, game, ROOT);
      const commands = [
        [testService.anna, move('e4')],
        [testService.bert, move('f5')],
        [testService.bert, { type: 'Offer', what: 'draw' }],
        [testService.anna, move('Qh5+')],
        [testService.bert, { type: 'Resign' }],
      ] as const;
      for (const [by, command] of commands) {
        unwrap(await testService.service.games.command(by, game, command));
        for (const [i, person] of people.entries()) {
          const { yours, joinCode, board } = unwrap(await testService.service.queries.view(game, person));
          const last = recordings[i]!.all.findLast((event) => 'personalView' in event);
          expect(last).toMatchObject({ personalView: { yours, joinCode, board } });
        }
      }
      testService.service.live.publish(game, 'LoggingEvent', 'fleeting');
      expect(recordings[0]!.all.at(-1)).not.toHaveProperty('personalView');
      expect(plain.all.some((event) => 'personalView' in event)).toBe(false);
    });

    test('a callback that throws does not affect others', async () => {
      const testService = await open();
      const game = await startGame(testService);
      let calls = 0;
      const bad = () => {
        calls++;
        throw new Error('bad');
      };
      unwrap(await testService.service.live.subscribe({ game, node: ROOT, person: null }, bad));
      const good = await subscribeTo(testService, game, 'TurnUpdateEvent');
      await playMoves(testService, game, 'e4', 'e5');
      expect(calls).toBe(1);
      expect(good.news()).toHaveLength(2);
    });

    test('news of another server arrives by its signal, or at the next conflict', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const { news } = await subscribeTo(testService, game, 'TurnUpdateEvent');
      const other = await testService.another();
      unwrap(await other.games.command(testService.anna, game, move('e4')));
      await eventually(() => news().length === 1);
      await other.close();
      const isolated = await testService.another({ signals: noSignals });
      unwrap(await isolated.games.command(testService.bert, game, move('e5')));
      unwrap(await testService.service.games.command(testService.anna, game, { type: 'Offer', what: 'draw' }));
      expect(news()).toHaveLength(2);
      await isolated.close();
    });

    test('a follower gets each stored fact in order until it stops, and ended games leave memory then', async () => {
      const testService = await open();
      const { live, queries } = testService.service;
      const game = await startGame(testService);
      const received: NumberedFact[] = [];
      const stop = live.follow(game, (fact) => received.push(fact));
      await playMoves(testService, game, 'f3', 'e5', 'g4', 'Qh4#');
      expect(received).toEqual(unwrap(await queries.facts(game)).slice(-received.length));
      expect(received.map(({ fact }) => fact.type).slice(-2)).toEqual(['MovePlayed', 'GameEnded']);
      expect(testService.service.gauges().gamesInMemory).toBe(1);
      stop();
      expect(testService.service.gauges().gamesInMemory).toBe(0);
    });

    test('a failing subscriber to facts undoes nothing and keeps no fact from others', async () => {
      const versions: number[] = [];
      const failing: FactSubscriber = {
        name: 'failing',
        onFact() {
          throw new Error('bad');
        },
      };
      const following: FactSubscriber = { name: 'following', onFact: ({ after }) => void versions.push(after.version) };
      const testService = await open({ subscribers: [failing, following] });
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6');
      expect(unwrap(await testService.service.queries.view(game, null)).version).toBe(10);
      expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(testService.logged).toContain('a subscriber to facts failed');
    });
  });
}
