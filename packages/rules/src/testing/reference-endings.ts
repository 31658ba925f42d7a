import type { Ending } from '../ruleset.js';
import {
  atStart,
  playReference,
  type ReferenceGame,
  type ReferenceMove,
  royalsOf,
  type Side,
} from './reference-game.js';

/** Whether the game has ended although moves are left; `moves` ignores such endings. */
export const isOver = (game: ReferenceGame, moves: (game: ReferenceGame) => readonly ReferenceMove[]): boolean =>
  game.rules.endings.some((ending) => hasEnded(game, ending, moves));

function hasEnded(
  game: ReferenceGame,
  ending: Ending,
  moves: (game: ReferenceGame) => readonly ReferenceMove[],
): boolean {
  const sides: readonly Side[] = [0, 1];
  const pieces = [...game.board.values()];
  switch (ending.kind) {
    case 'extinction':
      if (ending.of === 'royal') return sides.some((side) => royalsOf(game, side).length === 0);
      return sides.some((side) => !pieces.some((piece) => piece.side === side));
    case 'reach': {
      const [white, black] = sides.map((side) => hasReached(game, ending, side));
      if (!ending.reply || black || !white || game.turn === 0) return white === true || black === true;
      return !moves(game).some((move) => hasReached(playReference(game, move), ending, 1));
    }
    case 'first-promotion':
      return pieces.some(
        ({ role, side }) =>
          game.rules.effects.some((effect) => effect.kind === 'promote' && effect.to.includes(role)) &&
          pieces.filter((piece) => piece.role === role && piece.side === side).length > atStart(game.rules, role, side),
      );
    case 'checks-given':
      return game.checks.some((given) => given >= ending.count);
    default:
      return false;
  }
}

const hasReached = (game: ReferenceGame, ending: Extract<Ending, { kind: 'reach' }>, side: Side): boolean =>
  ending.squares.some((square) => {
    const piece = game.board.get(square);
    return piece?.role === ending.role && piece.side === side;
  });
