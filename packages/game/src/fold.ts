import type { Referee } from '@chessmith/rules';
import { startClocks } from './clock/clocks.js';
import { boardOf, change, type Draft, draftOf, playedIn, runningClock, settleMove, settleTakeback } from './evolve.js';
import type { Fact } from './facts.js';
import { type Game, noGame } from './game.js';
import { glanceCacheOf } from './glance-cache.js';
import type { Version } from './units.js';

/**
 * The state that a game's facts tell, from the first one or from a state that was reached before: the same to which `evolve`
 * leads fact by fact. Moves are only written down on the way, and those that were not taken back are replayed at the end, so
 * that a game of any length is read in time and memory that grow with its length alone.
 */
export const fold =
  <P>(referee: Referee<P>) =>
  (facts: readonly Fact[], from: Game<P> = noGame()): Game<P> => {
    const game: Draft<P> = draftOf(from);
    const moves = [...(from.board?.moves ?? [])];
    const known = moves.length;
    let kept = known;
    for (const fact of facts) {
      game.version = (game.version + 1) as Version;
      if (fact.type === 'MovePlayed') {
        moves.push(playedIn(fact));
        settleMove(game, fact);
      } else if (fact.type === 'TakebackAccepted') {
        moves.length -= fact.plies;
        kept = Math.min(kept, moves.length);
        settleTakeback(game, fact);
      } else {
        change(referee, game, fact, null);
      }
    }
    if (game.board === null || (kept === known && moves.length === known)) return game;
    const board = boardOf(game);
    const [reached, played] = kept === known ? [board.position, known] : [referee.resume(board.start), 0];
    const position = moves.slice(played).reduce((before, { record }) => referee.replay(before, record), reached);
    game.board = { ...board, position, sight: glanceCacheOf(position), moves };
    // The moves were not on the board yet when the clocks were set.
    if (game.clocks !== null && game.situation === 'running') {
      game.clocks = startClocks(game.clocks, runningClock(game, board.turn), game.clocks.since);
    }
    return game;
  };
