import { DEFAULT_MAX_PLIES, deadlineOf, type GameId, isWaiting, SERVER, type Version } from '@chessmith/game';
import { mapOk } from '@chessmith/std';
import type { CommandReceipt } from './facets/games.js';
import type { Live } from './facets/live.js';
import type { ServiceResult } from './facets/result.js';
import { gameCreation, type RematchMessage } from './games/create-game.js';
import { openDeadlines } from './games/deadlines.js';
import { type FactSubscriber, factSubscribers } from './games/fact-subscribers.js';
import { gameFinder } from './games/find-game.js';
import { freshListings } from './games/fresh-listings.js';
import { gameCommands } from './games/game-commands.js';
import { commandHandler } from './games/handle-command.js';
import { startHeartbeat } from './games/heartbeat.js';
import { liveGames } from './games/live-games.js';
import { gameLocks } from './games/lock.js';
import { pgnExport } from './games/pgn.js';
import { gameReads } from './games/read-game.js';
import { ONLINE_MS, watchWaitingGames } from './games/waiting.js';
import { fleeting, openChannels } from './news/channels.js';
import { gameChat } from './news/chat.js';
import { gameLog } from './news/game-log.js';
import { trackPresence } from './news/presence.js';
import { publicFacts } from './news/public-facts.js';
import { gameSubscriptions } from './news/subscribe.js';
import { throttlePerGame } from './news/throttle.js';
import { followVersionSignals } from './news/version-signals.js';
import { outboxMessagesOf, outboxSubscriber, REMATCHES, RESULTS } from './outbox/messages.js';
import { openOutboxWorker } from './outbox/worker.js';
import { guestAccounts } from './people/guests.js';
import { trackOnline } from './people/online.js';
import { tokenlessPlayers } from './people/tokenless-players.js';
import type {
  Clock,
  FinishedGame,
  Hash,
  Log,
  QueryCache,
  Referees,
  RulesetExaminer,
  ServerChance,
  Statistics,
  Store,
  VersionSignals,
} from './ports/index.js';
import { queryRunner } from './queries/query-runner.js';
import { rulesetLibrary } from './rulesets/rulesets.js';
import type { Service } from './service.js';
import { steadyTime } from './time.js';

/** The ports that the host process provides. */
export type Ports = {
  readonly store: Store;
  readonly referees: Referees;
  readonly clock: Clock;
  readonly chance: ServerChance;
  readonly hash: Hash;
  readonly cache: QueryCache;
  readonly signals: VersionSignals;
  readonly statistics: Statistics;
  readonly examiner: RulesetExaminer;
  readonly log: Log;
  /** Further subscribers to facts in this process. */
  readonly subscribers?: readonly FactSubscriber[];
};

/** Limits that a host may override. */
export type Limits = {
  /** Games without subscribers that are kept in memory. */
  readonly gamesInMemory: number;
  /** Estimated bytes of all games in memory. */
  readonly gameBytesInMemory: number;
  /**
   * A subscriber who missed more facts than this gets a snapshot. So does one who missed any fact of a game with more
   * than twice as many.
   */
  readonly replayedFacts: number;
  /** Plies after which a game is drawn. */
  readonly maxPlies: number;
  readonly heartbeatMs: number;
  /** How long a game in real time waits for players while its host is offline. */
  readonly waitingMs: number;
  /** How long each side may take for its first move in new games in real time; 0 for clocks that run from the start. */
  readonly firstMoveMs: number;
};

const DEFAULT_LIMITS: Limits = {
  gamesInMemory: 10_000,
  gameBytesInMemory: 256 * 1024 * 1024,
  replayedFacts: 500,
  maxPlies: DEFAULT_MAX_PLIES,
  heartbeatMs: 1000,
  waitingMs: 600_000,
  firstMoveMs: 30_000,
};

/** Opens the service. Resumes the clocks after downtime and handles due deadlines before it resolves. */
export async function openService(ports: Ports, overrides: Partial<Limits> = {}): Promise<Service> {
  const { store, referees, chance, hash, cache, signals, statistics, log } = ports;
  const { directory, people } = store;
  const limits = { ...DEFAULT_LIMITS, ...overrides };
  const { firstMoveMs } = limits;
  const time = steadyTime(ports.clock);
  const locks = gameLocks();
  const online = trackOnline({ time, rememberMs: Math.max(ONLINE_MS, limits.waitingMs) });

  const versionOf = (game: GameId): Version => games.inMemory(game)?.game.version ?? (0 as Version);
  const publish: Live['publish'] = (game, node, payload) =>
    channels.publish(game, fleeting(node, versionOf(game), time.now(), payload));
  const subscriptions = throttlePerGame(time, (game) => publish(game, 'SubscriptionUpdateEvent', channels.idsOf(game)));
  const watchers = throttlePerGame(time, (game) => publish(game, 'WatchersUpdateEvent', presence.presenceOf(game)));

  const channels = openChannels({ log, changed: subscriptions.changed });
  const followed = publicFacts((game) => {
    const live = games.inMemory(game);
    if (live !== undefined) games.tidy(live);
  });
  const games = liveGames({
    store: store.games,
    referees,
    time,
    limit: limits.gamesInMemory,
    maxBytes: limits.gameBytesInMemory,
    isBusy: (id, own) => locks.queued(id) > own,
    isWatched: (id) => channels.hasSubscribers(id) || followed.isFollowed(id) || presence.isAnyonePresent(id),
  });
  const presence = trackPresence({
    time,
    online,
    inMemory: games.inMemory,
    changed: watchers.changed,
    onEmpty(game) {
      // A waiting game may have been evicted from memory.
      if (isWaiting(games.inMemory(game)?.game ?? { situation: 'waiting-for-players' })) waiting.onEmpty(game);
    },
    tidy: games.tidy,
  });
  const lists = freshListings({ directory, games, time, log });
  const waiting = watchWaitingGames({
    directory: lists,
    online,
    time,
    waitingMs: limits.waitingMs,
    isAnyonePresent: presence.isAnyonePresent,
  });
  const queries = queryRunner({ cache, games, directory: lists, people, time });
  const deadlines = openDeadlines({ directory, time, log, onDeadline: (game) => handleDeadline(game) });
  const outboxWorker = openOutboxWorker({
    outbox: store.outbox,
    time,
    log,
    handlers: {
      [RESULTS]: (body) => statistics.record(body as unknown as FinishedGame),
      [REMATCHES]: async (body) => {
        const created = await creation.createRematch(body as unknown as RematchMessage);
        if (!created.ok)
          throw new Error(`a rematch could not be created: ${created.error.code}`, { cause: created.error });
      },
    },
  });
  const signalSender: FactSubscriber = {
    name: 'signals',
    onFact: ({ id, after }) => signals.send({ game: id, version: after.version }),
  };
  const notify = factSubscribers(
    // Cached results are dropped first, so that a client that gets the news never reads an old result.
    [
      queries,
      deadlines,
      waiting,
      channels,
      gameLog(channels),
      followed,
      outboxSubscriber(outboxWorker),
      signalSender,
      ...(ports.subscribers ?? []),
    ],
    log,
  );
  const handleCommand = commandHandler({
    store: store.games,
    games,
    locks,
    notify,
    time,
    chance,
    hash,
    absence: presence.absence,
    maxPlies: limits.maxPlies,
    messagesOf: outboxMessagesOf,
    isOutage: () => !heartbeat.isHealthy(),
    refused(game, by, refusal) {
      if (!channels.hasSubscribers(game)) return;
      // Only the sender learns of a refused command.
      const news = fleeting('ServerErrorUpdateEvent', versionOf(game), time.now(), refusal);
      channels.publish(game, news, (person) => person === by);
    },
  });
  const rulesets = rulesetLibrary({ store: store.rulesets, examiner: ports.examiner, hash, time });
  const creation = await gameCreation({ settings: store.settings, handleCommand, games, chance, firstMoveMs, hash });

  /** Cancels a waiting game, or lets the flag fall if the game has started meanwhile. */
  const cancelOrFlag = (game: GameId): ServiceResult<CommandReceipt> =>
    handleCommand({
      by: SERVER,
      game,
      delivery: {},
      body: 'FlagFall',
      commands: (current) => [{ type: isWaiting(current) ? 'StopGame' : 'FlagFall', by: SERVER }],
      keyFor: (current) => `${isWaiting(current) ? 'cancel' : 'flag'}:${current.version}`,
    });

  async function handleDeadline(game: GameId): Promise<'done' | 'later'> {
    if (!heartbeat.isHealthy()) return 'later';
    if (await waiting.postpone(game)) return 'done';
    const answer = await cancelOrFlag(game);
    if (answer.ok) return 'done';
    const live = games.inMemory(game);
    if (answer.error.code === 'game/time-left' && live !== undefined) deadlines.arm(game, deadlineOf(live.game));
    // A damaged game stays unreadable, so only an unavailable store is retried.
    return answer.error.code === 'store/unavailable' ? 'later' : 'done';
  }

  const everyMs = limits.heartbeatMs;
  const heartbeat = startHeartbeat({ heartbeat: store.heartbeat, directory, handleCommand, time, log, everyMs });
  await heartbeat.start();
  await deadlines.sweep();
  outboxWorker.start();
  const stopFollowing = followVersionSignals({ signals, games, locks, notify, log });

  const guests = guestAccounts({ people, chance, hash, time });

  return {
    games: {
      ...gameCommands({ games, handleCommand, creation, chance, firstMoveMs, time, online, mayUse: rulesets.mayUse }),
      ...gameFinder({
        directory: lists,
        people,
        chance,
        isAnyonePresent: presence.isAnyonePresent,
        isListed: waiting.isListed,
      }),
      cancelWaiting: cancelOrFlag,
    },
    queries: {
      ...gameReads({ store: store.games, games, time }),
      ...pgnExport({ directory, people, load: games.find }),
      run: queries.run,
    },
    live: {
      subscribe: gameSubscriptions({
        store: store.games,
        games,
        locks,
        channels,
        time,
        replayedFacts: limits.replayedFacts,
      }),
      follow: followed.follow,
      publish,
      // Under the lock, so that a game that has ended is not evicted between `find` and `enter`.
      enter: (game, person) =>
        locks.withLockOnGame(game, async () => mapOk(await games.find(game), (live) => presence.enter(live, person)), {
          wait: true,
        }),
      presenceOf: presence.presenceOf,
      touch: presence.touch,
    },
    chat: gameChat({ chat: store.chat, games, channels, time }),
    people: {
      ...guests,
      async authenticate(token) {
        const person = await guests.authenticate(token);
        if (person.ok) online.touch(person.value.id);
        return person;
      },
      connect: online.connect,
      isOnline: (person) => time.nowMs() - online.lastSeenMs(person) <= ONLINE_MS,
      tokenless: tokenlessPlayers(store.settings),
    },
    rulesets,
    readiness() {
      const readiness = store.readiness();
      return readiness.ready && !heartbeat.isHealthy()
        ? { ready: false, reason: 'clocks are not yet resumed' }
        : readiness;
    },
    gauges: () => ({
      gamesInMemory: games.count(),
      subscriptions: channels.count(),
      armedDeadlines: deadlines.armed(),
    }),
    async close() {
      stopFollowing();
      deadlines.close();
      await locks.idle();
      await outboxWorker.close();
      await heartbeat.stop();
      subscriptions.close();
      watchers.close();
      channels.close();
    },
  };
}
