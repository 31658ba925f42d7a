import { opposite } from '@chessmith/rules';
import { actingColor } from '../acting-color.js';
import type { PendingDecision } from '../decide/decision-input.js';
import { LONGEST_TO_GO_BACK } from '../end.js';
import type { CheckName } from '../refusals.js';
import { pliesBackTo } from '../takeback.js';
import { type Check, unless } from './check.js';

/** Steps of offers and their answers. */
export const OFFER_CHECKS = {
  'somebody-to-ask': ({ game, command }) => {
    const speaker = actingColor(game, command);
    return unless(
      speaker !== null && game.seats[opposite(speaker)] !== null,
      'game/nobody-to-ask',
      'The other seat is empty.',
    );
  },

  'no-second-offer': (asked) => {
    const offer = standingOffer(asked);
    return unless(offer === null, 'game/offer-stands', 'There is an offer that waits for its answer.', {
      by: offer?.by ?? null,
    });
  },

  'a-move-since-the-last-offer': ({ game, command }) => {
    const speaker = actingColor(game, command);
    const isRepeated = 'what' in command && speaker !== null && game.offered[command.what][speaker];
    return unless(!isRepeated, 'game/offer-repeated', 'The same offer may be made again after a move.');
  },

  // No move comes after the end, so the other side has to speak next.
  'one-rematch': ({ game, command }) => {
    const speaker = actingColor(game, command);
    if (game.next !== null) {
      return unless(false, 'game/offer-repeated', 'The rematch is agreed on already.', { next: game.next });
    }
    return unless(
      speaker === null || !game.offered.rematch[speaker],
      'game/offer-repeated',
      'You have offered a rematch already; your opponent may offer one now.',
    );
  },

  'not-too-long-to-go-back': ({ game }) =>
    unless(
      game.version < LONGEST_TO_GO_BACK,
      'game/too-long',
      'So much has happened in this game that nothing is taken back any more.',
    ),

  'something-to-take-back': (asked) =>
    unless(movesInQuestion(asked).length > 0, 'game/nothing-to-take-back', 'You have not moved yet.'),

  'nothing-drawn-by-lot': (asked) =>
    unless(
      movesInQuestion(asked).every(({ usedChance }) => !usedChance),
      'game/chance-is-final',
      'What chance has decided is not taken back.',
    ),

  'an-offer-to-answer': (asked) => {
    const offer = standingOffer(asked);
    return unless(
      offer !== null && offer.by !== actingColor(asked.game, asked.command),
      'game/no-offer',
      'Your opponent has offered nothing.',
    );
  },

  'an-offer-to-withdraw': (asked) => {
    const offer = standingOffer(asked);
    return unless(
      offer !== null && offer.by === actingColor(asked.game, asked.command),
      'game/no-offer',
      'You have no offer standing.',
    );
  },
} satisfies { readonly [step in CheckName]?: Check };

const standingOffer = ({ game, command }: PendingDecision<unknown>) =>
  'what' in command ? game.offers[command.what] : null;

/** The plies that a takeback of the speaker would undo. */
function movesInQuestion({ game, command }: PendingDecision<unknown>) {
  const speaker = actingColor(game, command);
  const moves = game.board?.moves ?? [];
  const plies = speaker === null ? 0 : pliesBackTo(moves, speaker);
  return moves.slice(moves.length - plies);
}
