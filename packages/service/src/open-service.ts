import { deadlineOf, type GameId, isWaiting, LONGEST_GAME, SERVER, type Version } from '@chessmith/game';
import { mapOk } from '@chessmith/std';
import { openErrands } from './errands/errands.js';
import { errandSubscriber, parcelsOf, REMATCHES, RESULTS, type RematchWish } from './errands/parcels.js';
import { type FactSubscriber, openSubscribers } from './facts/subscribers.js';
import { keepBeating } from './games/beating.js';
import { openDeadlines } from './games/deadlines.js';
import { openFinding } from './games/find.js';
import { freshListings } from './games/fresh-listings.js';
import { openLiveGames } from './games/live-games.js';
import { openGameLocks } from './games/lock.js';
import { openMaking } from './games/making.js';
import { openOrdering } from './games/ordering.js';
import { openPerform } from './games/perform.js';
import { openPgnExport } from './games/pgn.js';
import { openReading } from './games/reading.js';
import { ONLINE_MS, watchWaitingGames } from './games/waiting.js';
import { openAttendances } from './news/attendance.js';
import { calmly } from './news/calm.js';
import { fleeting, openChannels } from './news/channels.js';
import { openChat } from './news/chat.js';
import { listenToHints } from './news/hints.js';
import { openLogbook } from './news/logbook.js';
import { openSubscribing } from './news/subscribe.js';
import { openGuests } from './people/guests.js';
import { trackOnline } from './people/online.js';
import type {
  AnswerCache,
  Clock,
  Digest,
  FinishedGame,
  Hints,
  Log,
  Referees,
  ServerChance,
  Statistics,
  Store,
  Workshop,
} from './ports/index.js';
import { openAnswering } from './questions/answering.js';
import { openRulesets } from './rulesets/rulesets.js';
import type { Accepted, Answer, Service } from './service.js';
import { openTime } from './time.js';

/** All that the service asks of the world around it. */
export type Ports = {
  readonly store: Store;
  readonly referees: Referees;
  readonly clock: Clock;
  readonly chance: ServerChance;
  readonly digest: Digest;
  readonly cache: AnswerCache;
  readonly hints: Hints;
  readonly statistics: Statistics;
  readonly workshop: Workshop;
  readonly log: Log;
  /** Others who want to hear of facts in this process. */
  readonly subscribers?: readonly FactSubscriber[];
};

/** Limits that a machine may want set otherwise. */
export type Limits = {
  /** Games without a listener that are kept in memory. */
  readonly gamesInMemory: number;
  /** About how many bytes all games in memory may take. */
  readonly gameBytesInMemory: number;
  /** Beyond so many facts a returning listener gets a snapshot, and in games that are more than twice as long anyway. */
  readonly replayedFacts: number;
  /** Plies after which a game is drawn. */
  readonly longestGame: number;
  /** Answers that wait to be computed ahead; further ones are computed when they are asked for. */
  readonly questionsAhead: number;
  readonly heartbeatMs: number;
  /** How long a game in real time waits for players while its host is gone. */
  readonly waitingMs: number;
  /** For how long the first move of each side is free in new games in real time; 0 for clocks that run from the start. */
  readonly firstMoveMs: number;
};

const USUAL_LIMITS: Limits = {
  gamesInMemory: 10_000,
  gameBytesInMemory: 256 * 1024 * 1024,
  replayedFacts: 500,
  longestGame: LONGEST_GAME,
  questionsAhead: 1000,
  heartbeatMs: 1000,
  waitingMs: 600_000,
  firstMoveMs: 30_000,
};

/** Opens the house: takes up the games where they were left, lets flags fall that are due, and then answers. */
export async function openService(ports: Ports, said: Partial<Limits> = {}): Promise<Service> {
  const { store, referees, chance, digest, cache, hints, statistics, log } = ports;
  const { directory, people } = store;
  const limits = { ...USUAL_LIMITS, ...said };
  const { firstMoveMs } = limits;
  const time = openTime(ports.clock);
  const locks = openGameLocks();
  const online = trackOnline({ time, rememberMs: Math.max(ONLINE_MS, limits.waitingMs) });

  const versionOf = (game: GameId): Version => games.inMemory(game)?.game.version ?? (0 as Version);
  const tell: Service['tell'] = (game, node, payload) =>
    channels.publish(game, fleeting(node, versionOf(game), time.now(), payload));
  const subscriptions = calmly(time, (game) => tell(game, 'SubscriptionUpdateEvent', channels.idsOf(game)));
  const watchers = calmly(time, (game) => tell(game, 'WatchersUpdateEvent', attendances.present(game)));

  const channels = openChannels({ log, changed: subscriptions.changed });
  const games = openLiveGames({
    store: store.games,
    referees,
    time,
    limit: limits.gamesInMemory,
    mostBytes: limits.gameBytesInMemory,
    isBusy: (id, mine) => locks.queued(id) > mine,
    isWatched: (id) => channels.hasListeners(id) || attendances.isAttended(id),
  });
  const attendances = openAttendances({
    time,
    online,
    inMemory: games.inMemory,
    changed: watchers.changed,
    tidy: games.tidy,
  });
  const lists = freshListings({ directory, games, time, log });
  const waiting = watchWaitingGames({
    directory: lists,
    online,
    time,
    waitingMs: limits.waitingMs,
    isAttended: attendances.isAttended,
  });
  const answering = openAnswering({
    cache,
    games,
    directory: lists,
    people,
    time,
    log,
    mostAhead: limits.questionsAhead,
  });
  const deadlines = openDeadlines({ directory, time, log, fall: (game) => meetDeadline(game) });
  const errands = openErrands({
    outbox: store.outbox,
    time,
    log,
    carriers: {
      [RESULTS]: (body) => statistics.record(body as unknown as FinishedGame),
      [REMATCHES]: async (body) => {
        const made = await making.makeRematch(body as unknown as RematchWish);
        if (!made.ok) throw new Error(`a rematch could not be made: ${made.error.code}`, { cause: made.error });
      },
    },
  });
  const hintGiver: FactSubscriber = {
    name: 'hints',
    hear: ({ id, after }) => hints.give({ game: id, version: after.version }),
  };
  const subscribers = openSubscribers({
    // What was true before is dropped first, so that nobody who hears the news reads it any more.
    subscribers: [
      answering,
      deadlines,
      channels,
      openLogbook(channels),
      errandSubscriber(errands),
      hintGiver,
      ...(ports.subscribers ?? []),
    ],
    locks,
    games,
    time,
    log,
  });
  const perform = openPerform({
    store: store.games,
    games,
    locks,
    subscribers,
    time,
    chance,
    digest,
    absence: attendances.absence,
    longestGame: limits.longestGame,
    parcelsOf,
    isOutage: () => !beating.isHeard(),
    refused(game, by, { code, message, step }) {
      if (!channels.hasListeners(game)) return;
      const payload = { code, message, ...(step === undefined ? {} : { step }) };
      // Others need not know what somebody tried in vain.
      const news = fleeting('ServerErrorUpdateEvent', versionOf(game), time.now(), payload);
      channels.publish(game, news, (person) => person === by);
    },
  });
  const rulesets = openRulesets({ store: store.rulesets, workshop: ports.workshop, digest, time });
  const making = await openMaking({ settings: store.settings, perform, games, chance, firstMoveMs, digest });

  /** Cancels a game that waited for too long, or lets a flag fall; by then, one may have become the other. */
  const cancelOrFlag = (game: GameId): Answer<Accepted> =>
    perform({
      by: SERVER,
      game,
      sent: {},
      body: 'FlagFall',
      commands: (current) => [{ type: isWaiting(current) ? 'StopGame' : 'FlagFall', by: SERVER }],
      keyFor: (current) => `${isWaiting(current) ? 'cancel' : 'flag'}:${current.version}`,
    });

  async function meetDeadline(game: GameId): Promise<'done' | 'later'> {
    if (!beating.isHeard()) return 'later';
    if (await waiting.postpone(game)) return 'done';
    const answer = await cancelOrFlag(game);
    if (answer.ok) return 'done';
    const live = games.inMemory(game);
    if (answer.error.code === 'game/flag-is-up' && live !== undefined) deadlines.arm(game, deadlineOf(live.game));
    // A game that cannot be read will not be read a second later either.
    return answer.error.code === 'store/unavailable' ? 'later' : 'done';
  }

  const everyMs = limits.heartbeatMs;
  const beating = keepBeating({ heartbeat: store.heartbeat, directory, perform, time, log, everyMs });
  await beating.start();
  await deadlines.sweep();
  errands.start();
  const stopListening = listenToHints({ hints, games, locks, subscribers, log });

  const guests = openGuests({ people, chance, digest, time });

  return {
    ...rulesets,
    ...openOrdering({ games, perform, making, chance, firstMoveMs, time, online, mayUse: rulesets.mayUse }),
    ...openReading({ store: store.games, games, time }),
    ...openFinding({
      directory: lists,
      people,
      chance,
      isAttended: attendances.isAttended,
      isListed: waiting.isListed,
    }),
    ...openPgnExport({ directory, people, load: games.find }),
    ...openChat({ chat: store.chat, games, channels, time }),
    ...guests,
    async authenticate(token) {
      const person = await guests.authenticate(token);
      if (person.ok) online.touch(person.value.id);
      return person;
    },
    connect: online.connect,
    isOnline: (person) => time.nowMs() - online.lastSeenMs(person) <= ONLINE_MS,
    ask: answering.ask,
    subscribe: openSubscribing({
      store: store.games,
      games,
      locks,
      channels,
      time,
      replayedFacts: limits.replayedFacts,
    }),
    tell,
    cancelWaiting: cancelOrFlag,
    // Under the lock, so that a game that has ended is not let go of between being found and being attended.
    attend: (game, person) =>
      locks.withLockOnGame(
        game,
        async () => mapOk(await games.find(game), (live) => attendances.attend(live, person)),
        { wait: true },
      ),
    present: attendances.present,
    notice: attendances.notice,
    readiness() {
      const readiness = store.readiness();
      return readiness.ready && !beating.isHeard() ? { ready: false, reason: 'clocks are not yet resumed' } : readiness;
    },
    gauges: () => ({
      gamesInMemory: games.count(),
      subscriptions: channels.count(),
      armedDeadlines: deadlines.armed(),
      subscribersBehind: subscribers.behind(),
      questionsAhead: answering.ahead(),
    }),
    async close() {
      stopListening();
      deadlines.close();
      answering.close();
      await locks.idle();
      await errands.close();
      subscribers.close();
      await beating.stop();
      subscriptions.close();
      watchers.close();
      channels.close();
    },
  };
}
