import type { Choice, Referee } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { lifecycleRefusal } from './check/lifecycle-checks.js';
import type { Game } from './game.js';
import { publicView } from './public-view.js';
import type { GameRefusal } from './refusals.js';

/** What the piece on a square may do; nothing if it is not its turn. Refused unless a move could be played now. */
export const findMoves =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, from: string): Result<readonly Choice[], GameRefusal> => {
    const no = lifecycleRefusal(game, ['game-exists', 'started', 'not-ended', 'no-promotion-pending']);
    if (no !== null) return err(no);
    const choices = publicView(referee, game)?.choices ?? [];
    return ok(choices.filter((choice) => choice.kind !== 'drop' && choice.from === from));
  };
