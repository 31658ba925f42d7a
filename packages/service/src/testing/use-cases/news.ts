import {
  type GameId,
  isNewsNode,
  NEWS_NODES,
  NEWS_TREE,
  type News,
  type NewsNode,
  pathOf,
  type Version,
} from '@chessmith/game';
import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import type { FactSubscriber } from '../../facts/subscribers.js';
import type { SubscriptionEvent } from '../../service.js';
import { move, noSignals, playMoves, startGame, type TestService } from '../test-service.js';
import { eventually } from '../virtual-clock.js';
import type { OpenTestService } from './index.js';

const ROOT: NewsNode = 'ChessGameServiceEvent';

/** Writes down what is event, apart from what is fleeting. */
function notebook() {
  const all: SubscriptionEvent[] = [];
  const news = () =>
    all
      .flatMap((event) => (event.kind === 'snapshot' ? [] : event.news))
      .filter(({ node }) => NEWS_TREE[node].replayed);
  return { listen: (event: SubscriptionEvent) => void all.push(event), all, news };
}

async function listenTo({ service }: Pick<TestService, 'service'>, game: GameId, node: NewsNode, after?: Version) {
  const book = notebook();
  const options = { game, node, person: null, ...(after === undefined ? {} : { after }) };
  return { ...book, subscription: unwrap(await service.subscribe(options, book.listen)) };
}

/** Whoever watches misses nothing, hears nothing twice, and knows from a snapshot where to begin. */
export function testNews(open: OpenTestService): void {
  describe('news', () => {
    test('who comes back after any version hears exactly what was missed', async () => {
      const testService = await open();
      const random = seededRandom(7);
      const game = await startGame(testService);
      const whole = await listenTo(testService, game, ROOT, 0 as Version);
      const parts: { readonly from: Version; readonly until: Version; readonly news: readonly News[] }[] = [];
      let part = await listenTo(testService, game, ROOT, 0 as Version);
      let from = 0 as Version;
      for (const text of ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6', 'O-O', 'Be7']) {
        await playMoves(testService, game, text);
        if (random.int(3) === 0)
          await testService.service.command(testService.anna, game, { type: 'Offer', what: 'draw' });
        if (random.boolean()) continue;
        part.subscription.unsubscribe();
        const until = unwrap(await testService.service.game(game, null)).version;
        parts.push({ from, until, news: part.news() });
        // Comes back with what was known, or forgets a little and hears it again.
        from = Math.max(0, until - random.int(3)) as Version;
        if (random.boolean())
          await testService.service.command(testService.bert, game, { type: 'Decline', what: 'draw' });
        part = await listenTo(testService, game, ROOT, from);
      }
      for (const { from: after, until, news } of parts) {
        expect(news).toEqual(whole.news().filter(({ version }) => version > after && version <= until));
      }
    });

    test('a node brings its subtree and nothing else', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const books = await Promise.all(NEWS_NODES.map((node) => listenTo(testService, game, node, 4 as Version)));
      await playMoves(testService, game, 'e4');
      const event = books[NEWS_NODES.indexOf(ROOT)]!.news();
      expect(event.map(({ node }) => node)).toEqual([
        'ChessboardUpdateEvent',
        'BoardChanged',
        'MoveHistoryUpdateEvent',
        'TurnUpdateEvent',
      ]);
      for (const [index, node] of NEWS_NODES.entries()) {
        expect(isNewsNode(node)).toBe(true);
        expect(books[index]!.news()).toEqual(event.filter((news) => pathOf(news.node).includes(node)));
      }
    });

    test('without a version, or with one too old or from the future, a snapshot comes', async () => {
      const testService = await open({}, { replayedFacts: 3 });
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4');
      for (const after of [undefined, 1 as Version, 99 as Version]) {
        const { all } = await listenTo(testService, game, ROOT, after);
        expect(all[0]).toMatchObject({ kind: 'snapshot', version: 5, game: { ply: 1 } });
      }
      expect((await listenTo(testService, game, ROOT, 5 as Version)).all[0]).toEqual({
        kind: 'missed',
        version: 5,
        news: [],
      });
      // Whoever missed one move of a long game would make the server go through all of it.
      await playMoves(testService, game, 'e5', 'Nf3');
      expect((await listenTo(testService, game, ROOT, 6 as Version)).all[0]).toMatchObject({
        kind: 'snapshot',
        version: 7,
      });
      expect((await listenTo(testService, game, ROOT, 7 as Version)).all[0]).toMatchObject({
        kind: 'missed',
        news: [],
      });
    });

    test('what is fleeting carries the version and is not replayed', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const first = await listenTo(testService, game, ROOT, 4 as Version);
      unwrap(await testService.service.enter(game, null));
      testService.service.publish(game, 'ServerErrorUpdateEvent', { type: 'X' });
      const fleeting = first.all.flatMap((event) => (event.kind === 'news' ? event.news : []));
      expect(fleeting.map(({ node, version }) => [node, version])).toEqual([
        ['SubscriptionUpdateEvent', 4],
        ['WatchersUpdateEvent', 4],
        ['ServerErrorUpdateEvent', 4],
      ]);
      const second = await listenTo(testService, game, ROOT, 0 as Version);
      const opening = second.all[0] as Extract<SubscriptionEvent, { kind: 'missed' }>;
      expect(opening.news.every(({ node }) => NEWS_TREE[node].replayed)).toBe(true);
    });

    test('those who listen are told who listens, also when somebody goes', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const first = await listenTo(testService, game, 'SubscriptionUpdateEvent');
      const second = await listenTo(testService, game, ROOT);
      await testService.clock.advance(1000);
      second.subscription.unsubscribe();
      await testService.clock.advance(1000);
      const told = first.all.flatMap((event) => (event.kind === 'news' ? event.news : []));
      const ids = [first.subscription.id, second.subscription.id];
      expect(told.map(({ payload }) => payload)).toEqual([[ids[0]], ids, [ids[0]]]);
    });

    test('a game somebody listens to stays in memory until nobody does', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const { subscription, news } = await listenTo(testService, game, ROOT);
      unwrap(await testService.service.command(testService.anna, game, { type: 'Resign' }));
      expect(testService.service.gauges()).toMatchObject({ gamesInMemory: 1, subscriptions: 1 });
      unwrap(await testService.service.command(testService.bert, game, { type: 'Offer', what: 'rematch' }));
      expect(news().at(-1)?.node).toBe('RematchUpdateEvent');
      subscription.unsubscribe();
      expect(testService.service.gauges()).toMatchObject({ gamesInMemory: 0, subscriptions: 0 });
    });

    test('of several nodes is event together, whoever else hears more or less', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const chosen = notebook();
      const node = ['TurnUpdateEvent', 'OfferUpdateEvent'] as const;
      unwrap(await testService.service.subscribe({ game, node, person: null }, chosen.listen));
      const whole = await listenTo(testService, game, ROOT);
      await playMoves(testService, game, 'e4');
      unwrap(await testService.service.command(testService.bert, game, { type: 'Offer', what: 'draw' }));
      expect(chosen.news().map((news) => news.node)).toEqual(['TurnUpdateEvent', 'DrawOfferUpdateEvent']);
      const missed = notebook();
      unwrap(await testService.service.subscribe({ game, node, person: null, after: 4 as Version }, missed.listen));
      expect(missed.news()).toEqual(chosen.news());
      expect(whole.news().length).toBeGreaterThan(chosen.news().length);
    });

    test('of a fact brings along what one sees then, to whoever wishes for it', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const people = [testService.anna, testService.bert, null];
      const books = people.map(() => notebook());
      for (const [i, person] of people.entries()) {
        unwrap(await testService.service.subscribe({ game, node: ROOT, person, personalView: true }, books[i]!.listen));
      }
      const plain = await listenTo(testService, game, ROOT);
      const commands = [
        [testService.anna, move('e4')],
        [testService.bert, move('f5')],
        [testService.bert, { type: 'Offer', what: 'draw' }],
        [testService.anna, move('Qh5+')],
        [testService.bert, { type: 'Resign' }],
      ] as const;
      for (const [by, command] of commands) {
        unwrap(await testService.service.command(by, game, command));
        for (const [i, person] of people.entries()) {
          const { yours, joinCode, board } = unwrap(await testService.service.game(game, person));
          const last = books[i]!.all.findLast((event) => 'personalView' in event);
          expect(JSON.parse((last as { personalView: string }).personalView)).toEqual({ yours, joinCode, board });
        }
      }
      testService.service.publish(game, 'LoggingEvent', 'fleeting');
      expect(books[0]!.all.at(-1)).not.toHaveProperty('personalView');
      expect(plain.all.some((event) => 'personalView' in event)).toBe(false);
    });

    test('a listener that fails hurts nobody else', async () => {
      const testService = await open();
      const game = await startGame(testService);
      let calls = 0;
      const bad = () => {
        calls++;
        throw new Error('bad');
      };
      unwrap(await testService.service.subscribe({ game, node: ROOT, person: null }, bad));
      const good = await listenTo(testService, game, 'TurnUpdateEvent');
      await playMoves(testService, game, 'e4', 'e5');
      expect(calls).toBe(1);
      expect(good.news()).toHaveLength(2);
    });

    test('what another node did is event here by its hint, or at the next conflict', async () => {
      const testService = await open();
      const game = await startGame(testService);
      const { news } = await listenTo(testService, game, 'TurnUpdateEvent');
      const other = await testService.another();
      unwrap(await other.command(testService.anna, game, move('e4')));
      await eventually(() => news().length === 1);
      await other.close();
      const isolated = await testService.another({ signals: noSignals });
      unwrap(await isolated.command(testService.bert, game, move('e5')));
      unwrap(await testService.service.command(testService.anna, game, { type: 'Offer', what: 'draw' }));
      expect(news()).toHaveLength(2);
      await isolated.close();
    });

    test('a subscriber to facts that fails catches up, in order, and undoes nothing', async () => {
      const event: number[] = [];
      let failures = 0;
      const random = seededRandom(3);
      const flaky: FactSubscriber = {
        name: 'flaky',
        async onFact({ after }) {
          if (random.int(3) === 0) {
            failures++;
            throw new Error('flaky');
          }
          event.push(after.version);
        },
      };
      const testService = await open({ subscribers: [flaky] });
      const game = await startGame(testService);
      await playMoves(testService, game, 'e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6');
      expect(unwrap(await testService.service.game(game, null)).version).toBe(10);
      for (let tries = 0; tries < 30; tries++) await testService.clock.advance(60_000);
      await eventually(() => testService.service.gauges().subscribersBehind === 0);
      expect(event).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(failures).toBeGreaterThan(0);
    });
  });
}
