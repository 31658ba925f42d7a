import { type Color, opposite } from '@chessmith/rules';
import type { Command } from './commands.js';
import { type Game, seatsOf } from './game.js';

/** The seat a command is given from; null if the sender does not sit there, or nowhere. */
export function speakerOf(game: Game, command: Command): Color | null {
  const held = seatsOf(game, command.by);
  if ('as' in command && command.as !== undefined) return held.includes(command.as) ? command.as : null;
  if (held.length < 2) return held[0] ?? null;
  return meantSeat(game, command);
}

/** Who holds both seats speaks for the side that is asked, or else for the side to move. */
function meantSeat({ offers, board }: Game, command: Command): Color {
  const offer = 'what' in command ? offers[command.what] : null;
  if (offer !== null && (command.type === 'Accept' || command.type === 'Decline')) return opposite(offer.by);
  if (offer !== null && command.type === 'Withdraw') return offer.by;
  return board?.turn ?? 'white';
}
