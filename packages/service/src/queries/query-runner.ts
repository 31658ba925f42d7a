import type { GameId } from '@chessmith/game';
import { ok } from '@chessmith/std';
import type { Queries } from '../facets/queries.js';
import type { Query, QueryName, QueryParameters, QueryResult } from '../facets/query.js';
import type { ServiceResult } from '../facets/result.js';
import type { FactSubscriber } from '../games/fact-subscribers.js';
import { emptyLiveGame, type FactStep } from '../games/live-game.js';
import type { LiveGames } from '../games/live-games.js';
import type { Directory, Json, PeopleStore, QueryCache } from '../ports/index.js';
import type { Time } from '../time.js';
import { type QueryContext, type QueryDefinition, turnOf } from './definition.js';
import { QUERY_DEFINITIONS } from './definitions.js';
import { keysInvalidatedBy } from './invalidation.js';
import { positionCache } from './positions.js';

/** Runs queries through the cache and drops the results that facts change. */
export type QueryRunner = FactSubscriber & Pick<Queries, 'run'>;

/** A query that is being computed. A result that becomes stale meanwhile is returned but not cached. */
type RunningQuery = { readonly id: GameId; isStale: boolean };

/** The id of a query that is not about one game; every fact may change its result. */
const NO_GAME = '' as GameId;
const YIELD_MS = 1;

export function queryRunner(deps: {
  readonly cache: QueryCache;
  readonly games: LiveGames;
  readonly directory: Directory;
  readonly people: PeopleStore;
  readonly time: Time;
}): QueryRunner {
  const { cache, games, directory, people, time } = deps;
  const positionAt = positionCache();
  const running = new Set<RunningQuery>();
  /** Computations that yield continue one after the other, however many there are. */
  let lastYield = Promise.resolve();
  function yieldToOthers(): Promise<void> {
    lastYield = lastYield.then(() => new Promise((resolve) => time.wakeIn(YIELD_MS, resolve)));
    return lastYield;
  }

  const run: Queries['run'] = async (query, person = null) => {
    const live = 'game' in query ? await games.find(query.game) : ok(emptyLiveGame(NO_GAME, time.now()));
    if (!live.ok) return live;
    const { id, game, referee } = live.value;
    const current: RunningQuery = { id, isStale: false };
    const context: QueryContext = {
      person,
      game,
      referee,
      directory,
      people,
      now: time.now(),
      query: (query) => cachedOrComputed(query, context, current),
      positionAt: (turn) => positionAt(id, referee, game.board!, turn),
      yieldToOthers,
    };
    running.add(current);
    try {
      return await cachedOrComputed(query, context, current);
    } finally {
      running.delete(current);
    }
  };

  async function cachedOrComputed<N extends QueryName>(
    query: Query<N>,
    context: QueryContext,
    current: RunningQuery,
  ): ServiceResult<QueryResult<N>> {
    const { key, compute, expiry } = QUERY_DEFINITIONS[query.name as N] as QueryDefinition<N>;
    const parameters = parametersOf(query, context);
    const name = key(parameters, context);
    const asOf = { now: context.now, turn: turnOf(context.game) };
    const cached = current.isStale ? undefined : cache.retrieve(name, asOf);
    if (cached !== undefined) return ok(cached as unknown as QueryResult<N>);
    const computed = await compute(parameters, context);
    const until = computed.ok ? expiry(context, parameters) : null;
    if (computed.ok && until !== null && !current.isStale) cache.store(name, computed.value as unknown as Json, until);
    return computed;
  }

  function drop(step: FactStep): void {
    for (const query of running) if (query.id === step.id || query.id === NO_GAME) query.isStale = true;
    cache.delete(keysInvalidatedBy(step));
  }

  return { name: 'queries', onFact: drop, run };
}

/** Fills in the current turn, so that the result is found again when that turn is past. */
function parametersOf<N extends QueryName>(query: Query<N>, { game }: QueryContext): QueryParameters<N> {
  if (!TURN_QUERIES.has(query.name)) return query as QueryParameters<N>;
  const { turn = turnOf(game) } = query as { readonly turn?: number };
  return { ...query, turn } as QueryParameters<N>;
}

const TURN_QUERIES: ReadonlySet<QueryName> = new Set([
  'BoardStateAtTurn',
  'ValidMovesAtTurn',
  'UnmovedPositionsAtTurn',
  'InspectionAtTurn',
] as const satisfies readonly QueryName[]);
