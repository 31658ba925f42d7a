import { opposite } from '@chessmith/rules';
import { actingColor } from '../acting-color.js';
import type { PendingDecision } from '../decision-input.js';
import { MAX_FACTS_FOR_TAKEBACK } from '../end.js';
import type { CheckName } from '../refusals.js';
import { pliesToTakeBack } from '../takeback.js';
import { unless } from '../unless.js';
import type { Check } from './check.js';

/** Checks of offers and of the replies to them. */
export const OFFER_CHECKS = {
  'somebody-to-ask': ({ game, command }) => {
    const color = actingColor(game, command);
    return unless(
      color !== null && game.seats[opposite(color)] !== null,
      'game/no-opponent',
      'The other seat is empty, so there is no opponent to accept.',
    );
  },

  'no-second-offer': (pending) => {
    const offer = openOffer(pending);
    return unless(offer === null, 'game/offer-stands', 'An offer is still open. Answer or withdraw it first.', {
      by: offer?.by ?? null,
    });
  },

  'a-move-since-the-last-offer': ({ game, command }) => {
    const color = actingColor(game, command);
    const isRepeated = 'what' in command && color !== null && game.offered[command.what][color];
    return unless(
      !isRepeated,
      'game/offer-repeated',
      'You have already made this offer. You can repeat it after a move.',
    );
  },

  // No move follows the end, so a side that offered once must wait for the other side's offer.
  'one-rematch': ({ game, command }) => {
    const color = actingColor(game, command);
    if (game.next !== null) {
      return unless(false, 'game/offer-repeated', 'The rematch is already agreed.', { next: game.next });
    }
    return unless(
      color === null || !game.offered.rematch[color],
      'game/offer-repeated',
      'You have already offered a rematch. Only your opponent can offer one now.',
    );
  },

  'not-too-long-to-go-back': ({ game }) =>
    unless(game.version < MAX_FACTS_FOR_TAKEBACK, 'game/too-long', 'This game is too long for further takebacks.'),

  'something-to-take-back': (pending) =>
    unless(movesToUndo(pending).length > 0, 'game/nothing-to-take-back', 'You have no move to take back.'),

  'nothing-drawn-by-lot': (pending) =>
    unless(
      movesToUndo(pending).every(({ usedChance }) => !usedChance),
      'game/random-result-final',
      'A move with a random result cannot be taken back.',
    ),

  'an-offer-to-answer': (pending) => {
    const offer = openOffer(pending);
    return unless(
      offer !== null && offer.by !== actingColor(pending.game, pending.command),
      'game/no-offer',
      'Your opponent has no open offer.',
    );
  },

  'an-offer-to-withdraw': (pending) => {
    const offer = openOffer(pending);
    return unless(
      offer !== null && offer.by === actingColor(pending.game, pending.command),
      'game/no-offer',
      'You have no open offer.',
    );
  },
} satisfies { readonly [step in CheckName]?: Check };

const openOffer = ({ game, command }: PendingDecision<unknown>) =>
  'what' in command ? game.offers[command.what] : null;

/** The moves that a takeback by the sender would undo. */
function movesToUndo({ game, command }: PendingDecision<unknown>) {
  const color = actingColor(game, command);
  const moves = game.board?.moves ?? [];
  const plies = color === null ? 0 : pliesToTakeBack(moves, color);
  return moves.slice(moves.length - plies);
}
