import type { Color } from '@chessmith/rules';
import type { Command } from './commands.js';
import type { Game } from './game.js';

/**
 * The seat a command is given from; null if the sender does not sit there, or nowhere. Who holds both seats and names
 * none speaks for the side to move, and takes back what was played last.
 */
export function actingColor({ seats, board }: Game, command: Command): Color | null {
  const isWhite = seats.white !== null && seats.white === command.by;
  const isBlack = seats.black !== null && seats.black === command.by;
  if ('as' in command && command.as !== undefined) {
    return (command.as === 'white' ? isWhite : isBlack) ? command.as : null;
  }
  if (isWhite && isBlack) return (takesBack(command) ? board?.moves.at(-1)?.color : undefined) ?? board?.turn ?? null;
  return isWhite ? 'white' : isBlack ? 'black' : null;
}

const takesBack = (command: Command): boolean => command.type === 'Offer' && command.what === 'takeback';
