import type { Color } from '@chessmith/rules';
import type { Command } from './commands.js';
import type { Game } from './game.js';

/**
 * The seat that a command speaks for; null if the sender does not hold it. A sender who holds both seats and names neither
 * acts for the side to move; for a takeback, for the side that moved last.
 */
export function actingColor({ seats, board }: Game, command: Command): Color | null {
  const isWhite = seats.white !== null && seats.white === command.by;
  const isBlack = seats.black !== null && seats.black === command.by;
  if ('as' in command && command.as !== undefined) {
    return (command.as === 'white' ? isWhite : isBlack) ? command.as : null;
  }
  if (isWhite && isBlack) {
    return (isTakebackOffer(command) ? board?.moves.at(-1)?.color : undefined) ?? board?.turn ?? null;
  }
  return isWhite ? 'white' : isBlack ? 'black' : null;
}

const isTakebackOffer = (command: Command): boolean => command.type === 'Offer' && command.what === 'takeback';
