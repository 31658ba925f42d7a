import type { GameId } from '@chessmith/game';
import { andThen, type MaybePromise, ok } from '@chessmith/std';
import type { FactSubscriber } from '../facts/subscribers.js';
import { emptyLiveGame, type LiveGame } from '../games/live-game.js';
import type { LiveGames } from '../games/live-games.js';
import type { Directory, Json, Log, PeopleStore, QueryCache, ResultExpiry } from '../ports/index.js';
import type { Service, ServiceResult } from '../service.js';
import type { Time } from '../time.js';
import { type GameAtQuery, type QueryDefinition, type QueryInput, turnOf } from './definition.js';
import { QUERY_DEFINITIONS } from './definitions.js';
import { keysInvalidatedBy } from './invalidation.js';
import { openPositions } from './positions.js';
import type { Query, QueryName, QueryParameters, QueryResult } from './query.js';

/** Answers questions, and drops what facts have made untrue. */
export type QueryRunner = FactSubscriber & {
  readonly ask: Service['query'];
  ahead(): number;
  close(): void;
};

type Wanted = { readonly question: Query; readonly asking: QueryInput };

const MOST_WANTED = 10_000;
const BREATH_MS = 1;
/** In longer games an answer takes too long to be worked out after every move. */
const MOST_TURNS_AHEAD = 500;

export function openQueryRunner(around: {
  readonly cache: QueryCache;
  readonly games: LiveGames;
  readonly directory: Directory;
  readonly people: PeopleStore;
  readonly time: Time;
  readonly log: Log;
  readonly mostAhead: number;
}): QueryRunner {
  const { cache, games, directory, people, time, log, mostAhead } = around;
  const positionAt = openPositions();
  /** Answers being computed; those touched meanwhile are given but not kept. */
  const flights = new Map<string, Set<{ isStale: boolean }>>();
  /** Keys that could not be dropped; the cache is not believed about them. */
  const doubtful = new Set<string>();
  /** What people have asked for lately, by key: that is worth computing ahead. */
  const wanted = new Map<string, Wanted>();
  const queue = new Map<string, Wanted>();
  /** Who has yielded goes on one by one, however many they are. */
  let lastTurn = Promise.resolve();
  function yieldToOthers(): Promise<void> {
    lastTurn = lastTurn.then(() => new Promise((resolve) => time.wakeIn(BREATH_MS, resolve)));
    return lastTurn;
  }
  let callOff: (() => void) | undefined;
  let isClosed = false;

  async function ask<N extends QueryName>(question: Query<N>, asking: QueryInput): ServiceResult<QueryResult<N>> {
    if (!('game' in question)) return answer(question, lookAt(emptyLiveGame('' as GameId, time.now()), asking));
    const live = await games.find(question.game);
    return live.ok ? answer(question, lookAt(live.value, asking)) : live;
  }

  function lookAt({ id, game, referee }: LiveGame, asking: QueryInput): GameAtQuery {
    const look: GameAtQuery = {
      ...asking,
      game,
      referee,
      directory,
      people,
      now: time.now(),
      ask: (question) => answer(question, look),
      positionAt: (turn) => positionAt(id, referee, game.board!, turn),
      yieldToOthers,
    };
    return look;
  }

  /** The present turn is named, so that its answer is found again when it is past. */
  function aboutOf<N extends QueryName>(question: Query<N>, { game }: GameAtQuery): QueryParameters<N> {
    if (!TURNS.has(question.name)) return question as QueryParameters<N>;
    const { turn = turnOf(game) } = question as { readonly turn?: number };
    return { ...question, turn } as QueryParameters<N>;
  }

  async function answer<N extends QueryName>(question: Query<N>, look: GameAtQuery): ServiceResult<QueryResult<N>> {
    const definition = QUERY_DEFINITIONS[question.name as N] as QueryDefinition<N>;
    const about = aboutOf(question, look);
    const key = definition.key(about, look);
    const flight = { isStale: false };
    flights.set(key, (flights.get(key) ?? new Set()).add(flight));
    try {
      want(key, { question: question as Query, asking: { person: look.person } });
      const known = doubtful.has(key) ? undefined : await retrieve(key, look);
      if (known !== undefined && !flight.isStale) return ok(known as unknown as QueryResult<N>);
      const computed = await definition.compute(about, look);
      const expiry = computed.ok ? definition.expiry(look, about) : null;
      if (computed.ok && expiry !== null && !flight.isStale && !doubtful.has(key)) {
        await keep(key, computed.value as unknown as Json, expiry);
      }
      return computed;
    } finally {
      const others = flights.get(key);
      others?.delete(flight);
      if (others?.size === 0) flights.delete(key);
    }
  }

  async function retrieve(key: string, { now, game }: GameAtQuery): Promise<Json | undefined> {
    try {
      return await cache.retrieve(key, { now, turn: turnOf(game) });
    } catch (error) {
      log.warn('the cache of answers could not be asked', { error });
      return undefined;
    }
  }

  async function keep(key: string, answer: Json, expiry: ResultExpiry): Promise<void> {
    try {
      await cache.store(key, answer, expiry);
    } catch (error) {
      log.warn('an answer could not be kept', { error });
    }
  }

  function want(key: string, what: Wanted): void {
    wanted.delete(key);
    wanted.set(key, what);
    if (wanted.size > MOST_WANTED) wanted.delete(wanted.keys().next().value!);
  }

  function outdate(keys: readonly string[]): void {
    if (flights.size === 0) return;
    for (const key of keys) for (const flight of flights.get(key) ?? []) flight.isStale = true;
  }

  function doubt(keys: readonly string[]): void {
    outdate(keys);
    for (const key of keys) doubtful.add(key);
  }

  function drop(keys: readonly string[]): MaybePromise<void> {
    outdate(keys);
    const dropping = cache.delete(keys);
    if (dropping instanceof Promise) doubt(keys);
    return andThen(dropping, () => {
      if (doubtful.size > 0) for (const key of keys) doubtful.delete(key);
    });
  }

  function computeAhead(keys: readonly string[]): void {
    if (wanted.size === 0) return;
    for (const key of keys) {
      const what = wanted.get(key);
      if (what !== undefined && queue.size < mostAhead) queue.set(key, what);
    }
    if (queue.size > 0 && callOff === undefined && !isClosed) callOff = time.wakeIn(BREATH_MS, () => void workOff());
  }

  async function workOff(): Promise<void> {
    for (const [key, { question, asking }] of queue) {
      queue.delete(key);
      try {
        await ask(question, asking);
      } catch (error) {
        log.warn('an answer could not be computed ahead', { question: question.name, error });
      }
    }
    callOff = undefined;
  }

  return {
    name: 'answers',
    hear(step) {
      const keys = keysInvalidatedBy(step);
      return andThen(drop(keys), () => {
        if (turnOf(step.after) <= MOST_TURNS_AHEAD) computeAhead(keys);
      });
    },
    miss: (step) => doubt(keysInvalidatedBy(step)),
    ask: (question, person = null) => ask(question, { person }),
    ahead: () => queue.size,
    close() {
      isClosed = true;
      callOff?.();
      queue.clear();
    },
  };
}

const TURNS: ReadonlySet<QueryName> = new Set([
  'BoardStateAtTurn',
  'ValidMovesAtTurn',
  'UnmovedPositionsAtTurn',
  'InspectionAtTurn',
] as const satisfies readonly QueryName[]);
