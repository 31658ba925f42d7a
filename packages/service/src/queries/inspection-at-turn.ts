import type { Game } from '@chessmith/game';
import type { Inspection } from '@chessmith/rules';
import { err } from '@chessmith/std';
import { refusal } from '../codes.js';
import { NEVER, type QueryDefinition, turnIn } from './definition.js';

/** Details of a position that the view does not show, for rulesets that offer them. */
export const inspectionAtTurn: QueryDefinition<'InspectionAtTurn'> = {
  // There are too many inspections to invalidate them one by one, so the key contains a hash of the moves.
  key: ({ game, turn, inspection }, { game: state }) =>
    `inspection:${game}:${turn}:${movesHash(state, turn)}:${textOf(inspection)}`,
  async compute({ turn, inspection }, context) {
    const validTurn = turnIn(context, turn);
    if (!validTurn.ok) return validTurn;
    const { inspection: offered } = context.referee;
    if (offered === undefined) {
      return err(refusal('game/nothing-to-inspect', 'This ruleset has nothing to inspect.'));
    }
    return offered.inspect(await context.positionAt(validTurn.value), inspection);
  },
  expiry: () => NEVER,
};

/** A 64-bit hash of the moves. Moves that chance decided cannot be taken back, so equal moves mean equal positions. */
function movesHash(game: Game | undefined, turn = 0): string {
  let [one, two] = [0x811c9dc5, 0x2545f491];
  for (const { notation } of game?.board?.moves.slice(0, turn) ?? []) {
    for (const letter of `${notation} `) {
      one = Math.imul(one ^ letter.charCodeAt(0), 0x01000193);
      two = Math.imul(two ^ letter.charCodeAt(0), 0x85ebca6b) ^ (two >>> 13);
    }
  }
  return `${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`;
}

const textOf = ({ about, square, other, move, most }: Inspection): string =>
  JSON.stringify([about, square, other, move, most]);
