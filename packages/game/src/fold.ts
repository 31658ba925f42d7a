import type { Referee } from '@chessmith/rules';
import { evolve } from './evolve.js';
import type { Fact } from './facts.js';
import { type Game, noGame } from './game.js';

/** The state after all facts, from the first one or from an earlier state, with its position. */
export const fold =
  <P>(referee: Referee<P>) =>
  (facts: readonly Fact[], from: Game<P> = noGame()): Game<P> => {
    const game = facts.reduce((before, fact) => evolve(referee)(before, fact), from);
    // Reading the position replays the moves here, where callers expect the work and its errors.
    void game.board?.position;
    return game;
  };
