import { SERVER } from '../commands.js';
import { configurationProblem } from '../configuration.js';
import { longestToJoin } from '../end.js';
import { type Game, seatsOf } from '../game.js';
import type { PersonId } from '../ids.js';
import { watcherGlance } from '../public-view.js';
import type { CheckName } from '../refusals.js';
import { colorsWhere } from '../sides.js';
import { type Check, unless } from './check.js';

/** Steps before a game runs, and around its seats. */
export const SETUP_CHECKS = {
  'by-the-server': ({ command }) => unless(command.by === SERVER, 'game/server-only', 'Only the server does this.'),

  'by-a-person': ({ command }) => unless(command.by !== SERVER, 'game/persons-only', 'Only a person can take a seat.'),

  'yours-to-arrange': ({ game, command: { by, type } }) =>
    unless(
      by === SERVER || mayArrange(game, by, type === 'StartGame'),
      'game/not-yours-to-arrange',
      game.situation === 'running'
        ? 'A game that others play too is not stopped: resign, abort it, or agree on a draw.'
        : 'This is for those who arranged the game.',
    ),

  'configuration-makes-sense': ({ command }) =>
    command.type === 'ConfigureGame' ? configurationProblem(command.configuration) : null,

  'start-is-legal': ({ referee, given }) => {
    if (given.start === undefined) throw new Error('the referee was not asked for the start position');
    if (!given.start.ok) return given.start.error;
    const { outcome } = watcherGlance(referee, given.start.value.position);
    return unless(outcome === null, 'game/over-at-start', 'In this position the game is over already.', { outcome });
  },

  'seat-is-free': ({ game, command }) => {
    const color = command.type === 'JoinGame' ? command.color : undefined;
    return color === undefined || game.seats[color] === null
      ? null
      : unless(false, 'game/seat-taken', `The ${color} pieces have a player.`, { color });
  },

  'not-too-many-came-and-went': ({ game, given }) =>
    unless(
      game.version < longestToJoin(given.longestGame),
      'game/too-long',
      'So much has happened in this game that nobody joins it now.',
    ),

  'not-playing-yet': ({ game, command }) =>
    unless(
      game.configuration?.hotSeat === true || seatsOf(game, command.by).length === 0,
      'game/already-playing',
      'You play in this game already.',
    ),

  'seat-may-be-left': ({ game }) =>
    unless(
      game.situation !== 'running' || game.configuration?.openSeats === true,
      'game/seats-are-kept',
      'Seats are kept until the end; resign to give up the game.',
    ),
} satisfies { readonly [step in CheckName]?: Check };

/**
 * A host arranges a game until it runs. Whoever plays may start it. Once it runs, nobody ends it for an opponent: only
 * who plays alone may stop it.
 */
function mayArrange(game: Game, by: PersonId, isStart: boolean): boolean {
  const held = seatsOf(game, by).length;
  if (game.situation === 'running') return held > 0 && held === colorsWhere(game.seats, (seat) => seat !== null).length;
  return game.host === by || (isStart && held > 0);
}
