import { opposite } from '@chessmith/rules';
import { actingColor } from '../acting-color.js';
import { readingsAfterDowntime } from '../clock/clocks.js';
import { deadlineOf, haveBothMoved } from '../game.js';
import { watcherView } from '../public-view.js';
import type { CheckName } from '../refusals.js';
import { epochMsOf } from '../units.js';
import { unless } from '../unless.js';
import type { Check } from './check.js';

/** Checks of commands that end a game off the board, or resume its clocks. */
export const CLAIM_CHECKS = {
  'not-both-have-moved': ({ game }) =>
    unless(
      !haveBothMoved(game),
      'game/too-late-to-abort',
      'Both sides have moved, so the game cannot be aborted. Resign or offer a draw.',
    ),

  'both-have-moved': ({ game }) =>
    unless(
      haveBothMoved(game),
      'game/too-early-to-claim',
      'You can claim a win only after both sides have moved. Abort the game instead.',
    ),

  'claim-is-due': ({ referee, game }) =>
    unless(
      game.board !== null && watcherView(referee, game.board).claims.length > 0,
      'game/nothing-to-claim',
      'The rules allow no draw claim in this position.',
    ),

  'opponent-is-away': ({ game, command, input }) => {
    const color = actingColor(game, command) ?? 'white';
    const absentMs = input.absentMs?.[opposite(color)] ?? 0;
    const afterMs = game.configuration?.abandonedAfterMs ?? null;
    const why =
      afterMs === null
        ? 'In this game, a win cannot be claimed for the absence of the opponent.'
        : 'Your opponent has not been away for long enough.';
    return unless(afterMs !== null && absentMs >= afterMs, 'game/opponent-connected', why, { absentMs, afterMs });
  },

  'flag-has-fallen': ({ game, input: { now } }) => {
    const deadline = deadlineOf(game);
    return unless(
      deadline !== null && epochMsOf(now) >= epochMsOf(deadline),
      'game/time-left',
      'The player still has time left.',
      { deadline },
    );
  },

  // The last heartbeat is in the future if the system clock was set back while the server was down.
  'clocks-to-resume': ({ game, command, input: { now } }) => {
    if (command.type !== 'ResumeClocks') return null;
    const { clocks, configuration } = game;
    const wasClockSetBack = epochMsOf(now) < epochMsOf(command.downSince);
    const pausesWithServer = configuration?.clock.kind !== 'days-per-move' || wasClockSetBack;
    if (clocks === null || deadlineOf(game) === null || !pausesWithServer)
      return unless(false, 'game/clock-not-pausable', 'The clocks of this game do not stop while the server is down.');
    return unless(
      readingsAfterDowntime(clocks, command.downSince) !== undefined,
      'game/flag-fallen',
      'The time had run out before the server went down.',
    );
  },
} satisfies { readonly [step in CheckName]?: Check };
