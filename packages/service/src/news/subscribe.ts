import { fold, gameView, type News, newsOf } from '@chessmith/game';
import { ok } from '@chessmith/std';
import type { Live, SubscribeOptions, SubscriptionEvent } from '../facets/live.js';
import type { ServiceResult } from '../facets/result.js';
import { type LiveGame, prepare, stepsFrom } from '../games/live-game.js';
import type { LiveGames } from '../games/live-games.js';
import type { GameLocks } from '../games/lock.js';
import { readFacts } from '../games/stored-facts.js';
import type { GameStore } from '../ports/index.js';
import type { Time } from '../time.js';
import { type Channels, nodesBelow } from './channels.js';

/**
 * Opens a subscription under the game's lock, so that no fact is lost or doubled between the first event and the news.
 */
export function gameSubscriptions(deps: {
  readonly store: GameStore;
  readonly games: LiveGames;
  readonly locks: GameLocks;
  readonly channels: Channels;
  readonly time: Time;
  readonly replayedFacts: number;
}): Live['subscribe'] {
  const { store, games, locks, channels, time, replayedFacts } = deps;

  async function firstEventFor(
    live: LiveGame,
    { node, after, person }: SubscribeOptions,
  ): ServiceResult<SubscriptionEvent> {
    const { game, referee } = live;
    // Replaying missed news folds the game from its start, which takes long for a long game.
    const isShort = game.version <= 2 * replayedFacts || after === game.version;
    const isReplayed = after !== undefined && after <= game.version && game.version - after <= replayedFacts && isShort;
    if (!isReplayed) {
      return ok({ kind: 'snapshot', version: game.version, game: gameView(referee)(game, person, time.now()) });
    }
    if (after === game.version) return ok({ kind: 'missed', version: game.version, news: [] });
    const facts = await readFacts(store, live.id);
    if (!facts.ok) return facts;
    const nodes = nodesBelow(node);
    const known = facts.value.slice(0, game.version).map(({ fact }) => fact);
    const missed: News[] = [];
    const before = fold(referee)(known.slice(0, after));
    for (const step of stepsFrom(live.id, referee, before, known.slice(after))) {
      await prepare(step);
      missed.push(...newsOf(referee)(step.before, step.fact, step.after).filter((news) => nodes.has(news.node)));
    }
    return ok({ kind: 'missed', version: game.version, news: missed });
  }

  return (options, onEvent) =>
    locks.withLockOnGame(
      options.game,
      async () => {
        const loaded = await games.find(options.game);
        if (!loaded.ok) return loaded;
        const live = loaded.value;
        const firstEvent = await firstEventFor(live, options);
        if (!firstEvent.ok) return firstEvent;
        const { id, close } = channels.open(options, onEvent, firstEvent.value);
        const unsubscribe = () => {
          close();
          games.tidy(live);
        };
        return ok({ id, version: live.game.version, unsubscribe });
      },
      { wait: true },
    );
}
