import { type Fact, fold, type GameId, type RulesetId, rulesetIn } from '@chessmith/game';
import type { Referee } from '@chessmith/rules';
import { err, ok } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { GameStore, Referees } from '../ports/index.js';
import type { ServiceRefusal, ServiceResult } from '../service.js';
import type { Time } from '../time.js';
import { emptyLiveGame, endIn, type FactStep, type LiveGame, sizeOf, stepsFrom, takeSteps } from './live-game.js';
import { readFactPages, readFacts } from './stored-facts.js';

/** The games in memory: those with subscribers or commands, and the most recently used others. */
export type LiveGames = {
  /** The game from memory or from its facts. For an unknown id it gives an empty game, not a refusal. */
  load(id: GameId): ServiceResult<LiveGame>;
  /** Like `load`, but refuses an unknown id. */
  find(id: GameId): ServiceResult<LiveGame>;
  /** Applies what other servers have appended, and returns it. */
  refresh(live: LiveGame): ServiceResult<readonly FactStep[]>;
  refereeOf(ruleset: RulesetId): ServiceResult<Referee>;
  inMemory(id: GameId): LiveGame | undefined;
  /** Adds a game that was just created. */
  keep(live: LiveGame): void;
  /** Counts the game's memory, evicts it if it has ended, and evicts the least recently used games over the limits. */
  tidy(live: LiveGame, holder?: 'with-lock'): void;
  count(): number;
};

/** Longer games are not evicted at their end: reading them again is slow. */
const SHORT_GAME_FACTS = 500;

export function liveGames(deps: {
  readonly store: GameStore;
  readonly referees: Referees;
  readonly time: Time;
  readonly limit: number;
  readonly maxBytes: number;
  /** Whether commands of others run or wait; `own` is the number of the caller's own. */
  isBusy(id: GameId, own: number): boolean;
  /** Whether somebody is subscribed or present. */
  isWatched(id: GameId): boolean;
}): LiveGames {
  const { store, referees, time, limit, maxBytes, isBusy, isWatched } = deps;
  // The least recently used game comes first.
  const games = new Map<GameId, LiveGame>();
  let bytes = 0;
  /** Number of games in memory per referee; the bytes of its rules count once. */
  const gamesPerReferee = new Map<Referee, number>();
  const isOverBytes = (): boolean => bytes > maxBytes;
  const isOverLimit = (): boolean => games.size > limit || isOverBytes();
  const loading = new Map<GameId, ServiceResult<LiveGame>>();

  function markUsed(live: LiveGame): LiveGame {
    const other = games.get(live.id);
    if (other !== undefined && other !== live) evict(other);
    // While memory is less than half full, nothing is evicted soon, so the order of use need not be kept.
    if (2 * games.size > limit || 2 * bytes > maxBytes) games.delete(live.id);
    games.set(live.id, live);
    return live;
  }

  function recount(live: LiveGame): void {
    if (games.get(live.id) !== live) return;
    const size = sizeOf(live);
    bytes += size - live.bytes;
    live.bytes = size;
    if (live.countedReferee === live.referee) return;
    release(live);
    const others = gamesPerReferee.get(live.referee) ?? 0;
    if (others === 0) bytes += live.referee.cost?.bytes ?? 0;
    gamesPerReferee.set(live.referee, others + 1);
    live.countedReferee = live.referee;
  }

  function release(live: LiveGame): void {
    const { countedReferee } = live;
    if (countedReferee === null) return;
    live.countedReferee = null;
    const others = gamesPerReferee.get(countedReferee)! - 1;
    if (others > 0) gamesPerReferee.set(countedReferee, others);
    else {
      gamesPerReferee.delete(countedReferee);
      bytes -= countedReferee.cost?.bytes ?? 0;
    }
  }

  function evict(live: LiveGame): void {
    if (games.get(live.id) !== live) return;
    games.delete(live.id);
    bytes -= live.bytes;
    live.bytes = 0;
    release(live);
  }

  async function refereeOf(ruleset: RulesetId): ServiceResult<Referee> {
    const referee = await referees.referee(ruleset);
    if (referee !== undefined) return ok(referee);
    return err(refusal('game/unknown-ruleset', 'There is no ruleset with this name.', { ruleset }));
  }

  /** The facts that the store has and this game has not, and the referee for them. */
  async function factsSince(
    live: LiveGame,
  ): ServiceResult<{ readonly facts: readonly Fact[]; readonly referee: Referee }> {
    const read = await readFacts(store, live.id, live.game.version);
    if (!read.ok) return read;
    const facts = read.value.map(({ fact }) => fact);
    const referee = await refereeAfter(live, facts);
    return referee.ok ? ok({ facts, referee: referee.value }) : referee;
  }

  /** The referee from these facts on; they may configure the game. */
  async function refereeAfter({ referee }: LiveGame, facts: readonly Fact[]): ServiceResult<Referee> {
    const ruleset = rulesetIn(facts);
    return ruleset === null ? ok(referee) : refereeOf(ruleset);
  }

  async function refresh(live: LiveGame): ServiceResult<readonly FactStep[]> {
    const since = await factsSince(live);
    if (!since.ok) return since;
    const steps = stepsFrom(live.id, since.value.referee, live.game, since.value.facts);
    takeSteps(live, steps);
    return ok(steps);
  }

  /** Reads page by page, so that the event loop runs in between. All steps of a long game would not fit into memory. */
  async function read(id: GameId): ServiceResult<LiveGame> {
    const live = emptyLiveGame(id, time.now());
    for await (const page of readFactPages(store, id)) {
      if (!page.ok) return page;
      const facts = page.value.map(({ fact }) => fact);
      const referee = await refereeAfter(live, facts);
      if (!referee.ok) return referee;
      live.referee = referee.value;
      live.game = fold(live.referee)(facts, live.game);
      live.createdAt ??= facts[0]?.at ?? null;
      live.endedAt ??= endIn(page.value);
    }
    // Unknown ids must not evict real games.
    if (live.game.version === 0) return ok(live);
    const { board } = live.game;
    if (board !== null) await live.referee.cost?.prepare?.(board.position);
    markUsed(live);
    return ok(live);
  }

  async function load(id: GameId): ServiceResult<LiveGame> {
    const live = games.get(id);
    if (live !== undefined) return ok(markUsed(live));
    const pending = loading.get(id);
    if (pending !== undefined) return pending;
    const reading = read(id).finally(() => loading.delete(id));
    loading.set(id, reading);
    return reading;
  }

  function tidy(live: LiveGame, holder?: 'with-lock'): void {
    recount(live);
    const hasEnded = live.game.situation === 'terminated';
    // Reading a long game again is slow, so it stays until memory is needed.
    const isShort = live.game.version <= SHORT_GAME_FACTS;
    if (hasEnded && isShort && !isWatched(live.id) && !isBusy(live.id, holder === 'with-lock' ? 1 : 0)) evict(live);
    if (isOverLimit()) evictWhile(isOverLimit, (other) => other !== live && !isWatched(other.id));
    // Subscribers still get their news: the next command reads the game again.
    if (isOverBytes()) evictWhile(isOverBytes, (other) => other !== live);
  }

  /** Evicts idle games, the least recently used first, until `mustEvict` is false. */
  function evictWhile(mustEvict: () => boolean, mayEvict: (live: LiveGame) => boolean): void {
    for (const live of games.values()) {
      if (!mustEvict()) return;
      if (mayEvict(live) && !isBusy(live.id, 0)) evict(live);
    }
  }

  return {
    load,
    async find(id) {
      const loaded = await load(id);
      if (!loaded.ok) return loaded;
      tidy(loaded.value);
      return loaded.value.game.situation === 'absent' ? err(notFound(id)) : loaded;
    },
    refresh,
    refereeOf,
    inMemory: (id) => games.get(id),
    keep(live) {
      if (games.get(live.id) !== live) markUsed(live);
    },
    tidy,
    count: () => games.size,
  };
}

export const notFound = (game: string): ServiceRefusal => ({
  ...refusal('game/not-found', 'There is no such game.', { game }),
  step: 'game-exists',
});
