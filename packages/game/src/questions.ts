import type { Choice, Referee } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { refusalByStanding } from './check/standing.js';
import type { Game } from './game.js';
import { openView } from './open-view.js';
import type { GameRefusal } from './refusals.js';

/** What the piece on a square may do; nothing if it is not its turn. Refused unless a move could be played now. */
export const findMoves =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, from: string): Result<readonly Choice[], GameRefusal> => {
    const no = refusalByStanding(game, ['game-exists', 'started', 'not-ended', 'no-promotion-pending']);
    if (no !== null) return err(no);
    const choices = openView(referee, game)?.choices ?? [];
    return ok(choices.filter((choice) => choice.kind !== 'drop' && choice.from === from));
  };
