import type { GameId } from '@chessmith/game';
import { andThen, type MaybePromise, ok } from '@chessmith/std';
import type { Queries } from '../facets/queries.js';
import type { Query, QueryName, QueryParameters, QueryResult } from '../facets/query.js';
import type { ServiceResult } from '../facets/result.js';
import type { FactSubscriber } from '../games/fact-subscribers.js';
import { emptyLiveGame, type LiveGame } from '../games/live-game.js';
import type { LiveGames } from '../games/live-games.js';
import type { Directory, Json, Log, PeopleStore, QueryCache, ResultExpiry } from '../ports/index.js';
import type { Time } from '../time.js';
import { type QueryContext, type QueryDefinition, type QueryViewer, turnOf } from './definition.js';
import { QUERY_DEFINITIONS } from './definitions.js';
import { keysInvalidatedBy } from './invalidation.js';
import { positionCache } from './positions.js';

/** Runs queries through the cache and invalidates results that facts change. */
export type QueryRunner = FactSubscriber & {
  readonly run: Queries['run'];
  ahead(): number;
  close(): void;
};

type RecentQuery = { readonly query: Query; readonly viewer: QueryViewer };

const MAX_RECENT = 10_000;
const YIELD_MS = 1;
/** In longer games, results take too long to compute them after every move. */
const MAX_TURNS_AHEAD = 500;

export function openQueryRunner(deps: {
  readonly cache: QueryCache;
  readonly games: LiveGames;
  readonly directory: Directory;
  readonly people: PeopleStore;
  readonly time: Time;
  readonly log: Log;
  readonly maxAhead: number;
}): QueryRunner {
  const { cache, games, directory, people, time, log, maxAhead } = deps;
  const positionAt = positionCache();
  /** Queries that are being computed. A result that becomes stale meanwhile is returned but not cached. */
  const inFlight = new Map<string, Set<{ isStale: boolean }>>();
  /** Keys that could not be deleted; their cache entries are ignored. */
  const distrusted = new Set<string>();
  /** Recent queries by key; after a fact, these are computed ahead. */
  const recent = new Map<string, RecentQuery>();
  const queue = new Map<string, RecentQuery>();
  /** Computations that yield continue one after the other, however many there are. */
  let lastYield = Promise.resolve();
  function yieldToOthers(): Promise<void> {
    lastYield = lastYield.then(() => new Promise((resolve) => time.wakeIn(YIELD_MS, resolve)));
    return lastYield;
  }
  let cancel: (() => void) | undefined;
  let isClosed = false;

  async function run<N extends QueryName>(query: Query<N>, viewer: QueryViewer): ServiceResult<QueryResult<N>> {
    if (!('game' in query)) return runIn(query, contextOf(emptyLiveGame('' as GameId, time.now()), viewer));
    const live = await games.find(query.game);
    return live.ok ? runIn(query, contextOf(live.value, viewer)) : live;
  }

  function contextOf({ id, game, referee }: LiveGame, viewer: QueryViewer): QueryContext {
    const context: QueryContext = {
      ...viewer,
      game,
      referee,
      directory,
      people,
      now: time.now(),
      query: (query) => runIn(query, context),
      positionAt: (turn) => positionAt(id, referee, game.board!, turn),
      yieldToOthers,
    };
    return context;
  }

  /** Fills in the current turn, so that the result is found again when that turn is past. */
  function parametersOf<N extends QueryName>(query: Query<N>, { game }: QueryContext): QueryParameters<N> {
    if (!TURN_QUERIES.has(query.name)) return query as QueryParameters<N>;
    const { turn = turnOf(game) } = query as { readonly turn?: number };
    return { ...query, turn } as QueryParameters<N>;
  }

  async function runIn<N extends QueryName>(query: Query<N>, context: QueryContext): ServiceResult<QueryResult<N>> {
    const definition = QUERY_DEFINITIONS[query.name as N] as QueryDefinition<N>;
    const parameters = parametersOf(query, context);
    const key = definition.key(parameters, context);
    const flight = { isStale: false };
    inFlight.set(key, (inFlight.get(key) ?? new Set()).add(flight));
    try {
      remember(key, { query: query as Query, viewer: { person: context.person } });
      const known = distrusted.has(key) ? undefined : await retrieve(key, context);
      if (known !== undefined && !flight.isStale) return ok(known as unknown as QueryResult<N>);
      const computed = await definition.compute(parameters, context);
      const expiry = computed.ok ? definition.expiry(context, parameters) : null;
      if (computed.ok && expiry !== null && !flight.isStale && !distrusted.has(key)) {
        await keep(key, computed.value as unknown as Json, expiry);
      }
      return computed;
    } finally {
      const others = inFlight.get(key);
      others?.delete(flight);
      if (others?.size === 0) inFlight.delete(key);
    }
  }

  async function retrieve(key: string, { now, game }: QueryContext): Promise<Json | undefined> {
    try {
      return await cache.retrieve(key, { now, turn: turnOf(game) });
    } catch (error) {
      log.warn('the query cache could not be read', { error });
      return undefined;
    }
  }

  async function keep(key: string, result: Json, expiry: ResultExpiry): Promise<void> {
    try {
      await cache.store(key, result, expiry);
    } catch (error) {
      log.warn('a query result could not be cached', { error });
    }
  }

  function remember(key: string, query: RecentQuery): void {
    recent.delete(key);
    recent.set(key, query);
    if (recent.size > MAX_RECENT) recent.delete(recent.keys().next().value!);
  }

  function markStale(keys: readonly string[]): void {
    if (inFlight.size === 0) return;
    for (const key of keys) for (const flight of inFlight.get(key) ?? []) flight.isStale = true;
  }

  function distrust(keys: readonly string[]): void {
    markStale(keys);
    for (const key of keys) distrusted.add(key);
  }

  function drop(keys: readonly string[]): MaybePromise<void> {
    markStale(keys);
    const deletion = cache.delete(keys);
    if (deletion instanceof Promise) distrust(keys);
    return andThen(deletion, () => {
      if (distrusted.size > 0) for (const key of keys) distrusted.delete(key);
    });
  }

  function computeAhead(keys: readonly string[]): void {
    if (recent.size === 0) return;
    for (const key of keys) {
      const query = recent.get(key);
      if (query !== undefined && queue.size < maxAhead) queue.set(key, query);
    }
    if (queue.size > 0 && cancel === undefined && !isClosed) cancel = time.wakeIn(YIELD_MS, () => void drainQueue());
  }

  async function drainQueue(): Promise<void> {
    for (const [key, { query, viewer }] of queue) {
      queue.delete(key);
      try {
        await run(query, viewer);
      } catch (error) {
        log.warn('a query could not be computed ahead', { query: query.name, error });
      }
    }
    cancel = undefined;
  }

  return {
    name: 'queries',
    onFact(step) {
      const keys = keysInvalidatedBy(step);
      return andThen(drop(keys), () => {
        if (turnOf(step.after) <= MAX_TURNS_AHEAD) computeAhead(keys);
      });
    },
    onSkipped: (step) => distrust(keysInvalidatedBy(step)),
    run: (query, person = null) => run(query, { person }),
    ahead: () => queue.size,
    close() {
      isClosed = true;
      cancel?.();
      queue.clear();
    },
  };
}

const TURN_QUERIES: ReadonlySet<QueryName> = new Set([
  'BoardStateAtTurn',
  'ValidMovesAtTurn',
  'UnmovedPositionsAtTurn',
  'InspectionAtTurn',
] as const satisfies readonly QueryName[]);
