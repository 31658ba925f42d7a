import { clocksAt, findMoves, gameText, gameView, publicFact } from '@chessmith/game';
import { mapOk } from '@chessmith/std';
import type { GameStore } from '../ports/index.js';
import type { Service } from '../service.js';
import type { Time } from '../time.js';
import type { LiveGames } from './live-games.js';
import { readFacts } from './stored-facts.js';

/** Shows games as they are now, and what happened in them. */
export function openReading(around: {
  readonly store: GameStore;
  readonly games: LiveGames;
  readonly time: Time;
}): Pick<Service, 'game' | 'gameText' | 'clocks' | 'findMoves' | 'facts'> {
  const { store, games, time } = around;
  return {
    game: async (id, person) =>
      mapOk(await games.find(id), ({ game, referee }) => gameView(referee)(game, person, time.now())),
    gameText: async (id, person) =>
      mapOk(await games.find(id), ({ game, referee }) => gameText(referee)(game, person, time.now())),
    clocks: async (id) => mapOk(await games.find(id), ({ game }) => clocksAt(game, time.now())),
    async findMoves(id, from) {
      const live = await games.find(id);
      return live.ok ? findMoves(live.value.referee)(live.value.game, from) : live;
    },
    async facts(id, which) {
      const live = await games.find(id);
      if (!live.ok) return live;
      const facts = await readFacts(store, id, which);
      const hasEnded = live.value.game.end !== null;
      return mapOk(facts, (numbered) =>
        numbered.map(({ version, fact }) => ({ version, fact: publicFact(fact, hasEnded) })),
      );
    },
  };
}
