import { SERVER } from '../commands.js';
import { configurationProblem } from '../configuration.js';
import { maxFactsForJoin } from '../end.js';
import { type Game, seatsOf } from '../game.js';
import type { PersonId } from '../ids.js';
import type { CheckName } from '../refusals.js';
import { colorsWhere } from '../sides.js';
import { unless } from '../unless.js';
import type { Check } from './check.js';

/** Checks of commands before the start, and of joining and leaving. */
export const SETUP_CHECKS = {
  'by-the-server': ({ command }) =>
    unless(command.by === SERVER, 'game/server-only', 'Only the server may send this command.'),

  'by-a-person': ({ command }) =>
    unless(command.by !== SERVER, 'game/person-required', 'Only a person can join a game.'),

  'yours-to-arrange': ({ game, command: { by, type } }) =>
    unless(
      by === SERVER || mayArrange(game, by, type === 'StartGame'),
      'game/not-host',
      game.situation === 'running'
        ? 'You cannot stop a game that has an opponent; resign, abort it, or offer a draw.'
        : type === 'StartGame'
          ? 'Only the host or a player of this game may start it.'
          : 'Only the host of this game may do this.',
    ),

  'configuration-makes-sense': ({ command }) =>
    command.type === 'ConfigureGame' ? configurationProblem(command.configuration) : null,

  'start-is-legal': ({ referee, input }) => {
    if (input.start === undefined) throw new Error('a configuration was decided without a start position');
    if (!input.start.ok) return input.start.error;
    const { outcome } = referee.view(input.start.value.position, { kind: 'watcher' });
    return unless(outcome === null, 'game/over-at-start', 'The game is already over in this start position.', {
      outcome,
    });
  },

  'seat-is-free': ({ game, command }) => {
    const color = command.type === 'JoinGame' ? command.color : undefined;
    return color === undefined || game.seats[color] === null
      ? null
      : unless(false, 'game/seat-taken', `The ${color} seat is taken.`, { color });
  },

  'not-too-many-came-and-went': ({ game, input }) =>
    unless(
      game.version < maxFactsForJoin(input.maxPlies),
      'game/too-long',
      'This game is too long for further players to join.',
    ),

  'not-playing-yet': ({ game, command }) =>
    unless(
      game.configuration?.hotSeat === true || seatsOf(game, command.by).length === 0,
      'game/already-playing',
      'You already play in this game.',
    ),

  'seat-may-be-left': ({ game }) =>
    unless(
      game.situation !== 'running' || game.configuration?.openSeats === true,
      'game/cannot-leave-running',
      'You cannot leave a running game. Resign instead.',
    ),
} satisfies { readonly [step in CheckName]?: Check };

/**
 * The host manages a game until it runs, and its players may start it. Only a player without an opponent may stop a running
 * game.
 */
function mayArrange(game: Game, by: PersonId, isStart: boolean): boolean {
  const held = seatsOf(game, by).length;
  if (game.situation === 'running') return held > 0 && held === colorsWhere(game.seats, (seat) => seat !== null).length;
  return game.host === by || (isStart && held > 0);
}
