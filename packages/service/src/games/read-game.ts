import {
  clocksAt,
  findMoves,
  type Game,
  gameView,
  publicFact,
  type TimelessView,
  timelessView,
  viewerKind,
} from '@chessmith/game';
import { mapOk, ok } from '@chessmith/std';
import type { FactPages, NumberedFact, Queries } from '../facets/queries.js';
import type { FactFilter, GameStore } from '../ports/index.js';
import type { Time } from '../time.js';
import type { LiveGame } from './live-game.js';
import type { LiveGames } from './live-games.js';
import { readFactPages } from './stored-facts.js';

/** Reads of a game: its view, its clocks, its legal moves and its facts. */
export function gameReads(deps: {
  readonly store: GameStore;
  readonly games: LiveGames;
  readonly time: Time;
}): Omit<Queries, 'run' | 'pgn' | 'pgnOfMany'> {
  const { store, games, time } = deps;
  /** By state, which is immutable, and by kind of viewer. */
  const sharedViews = new WeakMap<Game, TimelessView[]>();

  async function* pagesOf({ id, game }: LiveGame, { after, type }: FactFilter): FactPages {
    const hasEnded = game.end !== null;
    for await (const page of readFactPages(store, id, after)) {
      yield mapOk(page, (facts) =>
        facts
          .filter(({ fact }) => type === undefined || fact.type === type)
          .map(({ version, fact }) => ({ version, fact: publicFact(fact, hasEnded) })),
      );
    }
  }

  return {
    view: async (id, person) =>
      mapOk(await games.find(id), ({ game, referee }) => gameView(referee)(game, person, time.now())),
    sharedView: async (id, person) =>
      mapOk(await games.find(id), ({ game, referee }) => {
        const ofGame = sharedViews.get(game) ?? [];
        sharedViews.set(game, ofGame);
        const kind = viewerKind(game, person);
        ofGame[kind] ??= timelessView(referee)(game, person);
        return { view: ofGame[kind], clocks: clocksAt(game, time.now()) };
      }),
    clocks: async (id) => mapOk(await games.find(id), ({ game }) => clocksAt(game, time.now())),
    async findMoves(id, from) {
      const live = await games.find(id);
      return live.ok ? findMoves(live.value.referee)(live.value.game, from) : live;
    },
    async facts(id, which = {}) {
      const live = await games.find(id);
      if (!live.ok) return live;
      const facts: NumberedFact[] = [];
      for await (const page of pagesOf(live.value, which)) {
        if (!page.ok) return page;
        facts.push(...page.value);
      }
      return ok(facts);
    },
    factPages: async (id, which = {}) => mapOk(await games.find(id), (live) => pagesOf(live, which)),
  };
}
