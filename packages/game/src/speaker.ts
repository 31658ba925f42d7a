import type { Color } from '@chessmith/rules';
import type { Command } from './commands.js';
import { type Game, seatsOf } from './game.js';

/**
 * The seat a command is given from; null if the sender does not sit there, or nowhere. Who holds both seats and names
 * none speaks for the side to move.
 */
export function speakerOf(game: Game, command: Command): Color | null {
  const held = seatsOf(game, command.by);
  if ('as' in command && command.as !== undefined) return held.includes(command.as) ? command.as : null;
  return held.length < 2 ? (held[0] ?? null) : (game.board?.turn ?? null);
}
