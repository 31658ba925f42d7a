import { type GameId, publicFact } from '@chessmith/game';
import type { Live, OnPublicFact } from '../facets/live.js';
import type { FactSubscriber } from '../games/fact-subscribers.js';

/** Hands each stored fact of a game, without its secret parts, to those who follow the game. */
export type PublicFacts = FactSubscriber & {
  readonly follow: Live['follow'];
  isFollowed(game: GameId): boolean;
};

/** `onUnfollowed` is called when the last follower of a game has stopped. */
export function publicFacts(onUnfollowed: (game: GameId) => void): PublicFacts {
  const followers = new Map<GameId, Set<OnPublicFact>>();
  return {
    name: 'public-facts',
    onFact({ id, fact, after }) {
      const numbered = { version: after.version, fact: publicFact(fact, after.end !== null) };
      for (const onFact of followers.get(id) ?? []) onFact(numbered);
    },
    follow(game, onFact) {
      const ofGame = followers.get(game) ?? new Set();
      followers.set(game, ofGame.add(onFact));
      return () => {
        ofGame.delete(onFact);
        if (ofGame.size > 0 || followers.get(game) !== ofGame) return;
        followers.delete(game);
        onUnfollowed(game);
      };
    },
    isFollowed: (game) => followers.has(game),
  };
}
