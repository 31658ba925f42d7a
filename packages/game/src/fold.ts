import type { Referee } from '@chessmith/rules';
import { startClocks } from './clock/clocks.js';
import {
  applyFact,
  applyMoveWithoutReplay,
  applyTakebackWithoutReplay,
  boardOf,
  type Draft,
  draftOf,
  playedMoveOf,
  runningClock,
} from './evolve.js';
import type { Fact } from './facts.js';
import { type Game, noGame } from './game.js';
import { glanceCacheOf } from './glance-cache.js';
import type { Version } from './units.js';

/**
 * The state after all facts, from the first one or from an earlier state; equals `evolve` fact by fact. Moves are only
 * collected on the way, and those that were not taken back are replayed at the end. So time and memory stay linear in the
 * number of facts, even with many takebacks.
 */
export const fold =
  <P>(referee: Referee<P>) =>
  (facts: readonly Fact[], from: Game<P> = noGame()): Game<P> => {
    const game: Draft<P> = draftOf(from);
    const moves = [...(from.board?.moves ?? [])];
    const initialPlies = moves.length;
    // Moves of `from` that no takeback has undone.
    let keptPlies = initialPlies;
    for (const fact of facts) {
      game.version = (game.version + 1) as Version;
      if (fact.type === 'MovePlayed') {
        moves.push(playedMoveOf(fact));
        applyMoveWithoutReplay(game, fact);
      } else if (fact.type === 'TakebackAccepted') {
        moves.length -= fact.plies;
        keptPlies = Math.min(keptPlies, moves.length);
        applyTakebackWithoutReplay(game, fact);
      } else {
        applyFact(referee, game, fact, null);
      }
    }
    const isPositionCurrent = keptPlies === initialPlies;
    if (game.board === null || (isPositionCurrent && moves.length === initialPlies)) return game;
    const board = boardOf(game);
    const [base, basePlies] = isPositionCurrent ? [board.position, initialPlies] : [referee.resume(board.start), 0];
    const position = moves.slice(basePlies).reduce((before, { record }) => referee.replay(before, record), base);
    game.board = { ...board, position, glances: glanceCacheOf(position), moves };
    // The clocks were set while the board had no moves yet, so a free first move would still count as pending.
    if (game.clocks !== null && game.situation === 'running') {
      game.clocks = startClocks(game.clocks, runningClock(game, board.turn), game.clocks.since);
    }
    return game;
  };
