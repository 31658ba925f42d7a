import type { Choice, Referee } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { lifecycleRefusal } from './check/lifecycle-checks.js';
import type { Game } from './game.js';
import { publicView } from './public-view.js';
import type { GameRefusal } from './refusals.js';

/** The legal moves of the piece on a square; empty if it belongs to the side that is not to move. Refused unless a move could be played now. */
export const findMoves =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, from: string): Result<readonly Choice[], GameRefusal> => {
    const refused = lifecycleRefusal(game, ['game-exists', 'started', 'not-ended', 'no-promotion-pending']);
    if (refused !== null) return err(refused);
    const choices = publicView(referee, game)?.choices ?? [];
    return ok(choices.filter((choice) => choice.kind !== 'drop' && choice.from === from));
  };
