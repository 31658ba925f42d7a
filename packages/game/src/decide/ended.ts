import { type Color, opposite } from '@chessmith/rules';
import { type ClockReadings, readingsAt } from '../clock/clocks.js';
import type { PendingDecision } from '../decision-input.js';
import type { EndCause, GameEnd } from '../end.js';
import { type Fact, fact } from '../facts.js';
import type { Game } from '../game.js';
import { watcherView } from '../public-view.js';
import type { Instant } from '../units.js';

/** The `GameEnded` fact. Clocks stop at their reading at `now`, or at `readings` if a move ended the game. */
export function ended(game: Game, end: GameEnd, now: Instant, readings?: ClockReadings | null): Fact {
  const clocks = readings === undefined ? (game.clocks === null ? null : readingsAt(game.clocks, now)) : readings;
  return fact('GameEnded', now, { end, clocks });
}

/** A loss by timeout or absence. FIDE 6.9: a draw if the opponent cannot checkmate by any sequence of legal moves. */
export function winUnlessImpossible<P>({ referee, game }: PendingDecision<P>, loser: Color, cause: EndCause): GameEnd {
  const winner = opposite(loser);
  const { canWin } = watcherView(referee, game.board!);
  return canWin[winner] ? { kind: 'win', winner, cause } : { kind: 'draw', cause };
}
