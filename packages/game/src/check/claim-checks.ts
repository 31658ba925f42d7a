import { opposite } from '@chessmith/rules';
import { actingColor } from '../acting-color.js';
import { faceAfterDowntime } from '../clock/clocks.js';
import { deadlineOf, haveBothMoved } from '../game.js';
import { watcherView } from '../public-view.js';
import type { CheckName } from '../refusals.js';
import { epochMsOf } from '../units.js';
import { type Check, unless } from './check.js';

/** Steps of what ends a game otherwise than on the board. */
export const CLAIM_CHECKS = {
  'not-both-have-moved': ({ game }) =>
    unless(!haveBothMoved(game), 'game/too-late-to-abort', 'Both sides have moved; resign or agree on a draw.'),

  'both-have-moved': ({ game }) =>
    unless(
      haveBothMoved(game),
      'game/too-early-to-claim',
      'A win can be claimed once both sides have moved; until then, abort the game.',
    ),

  'claim-is-due': ({ referee, game }) =>
    unless(
      game.board !== null && watcherView(referee, game.board.position).claims.length > 0,
      'game/nothing-to-claim',
      'The rules give no draw to claim here.',
    ),

  'opponent-is-away': ({ game, command, given }) => {
    const speaker = actingColor(game, command) ?? 'white';
    const absentMs = given.absentMs?.[opposite(speaker)] ?? 0;
    const afterMs = game.configuration?.abandonedAfterMs ?? null;
    const why =
      afterMs === null ? 'In this game nobody loses by being away.' : 'The opponent has not been away for long enough.';
    return unless(afterMs !== null && absentMs >= afterMs, 'game/opponent-is-here', why, { absentMs, afterMs });
  },

  'flag-has-fallen': ({ game, given: { now } }) => {
    const deadline = deadlineOf(game);
    return unless(
      deadline !== null && epochMsOf(now) >= epochMsOf(deadline),
      'game/flag-is-up',
      'There is time left.',
      { deadline },
    );
  },

  // The last heartbeat is in the future where the machine's clock was set back while the server was down.
  'clocks-to-resume': ({ game, command, given: { now } }) => {
    if (command.type !== 'ResumeClocks') return null;
    const { clocks, configuration } = game;
    const isSetBack = epochMsOf(now) < epochMsOf(command.downSince);
    const stops = configuration?.clock.kind !== 'days-per-move' || isSetBack;
    if (clocks === null || deadlineOf(game) === null || !stops)
      return unless(false, 'game/clocks-go-on', 'No clock of this game stands still with the server.');
    return unless(
      faceAfterDowntime(clocks, command.downSince) !== undefined,
      'game/flag-fallen',
      'The time was over before the server went down.',
    );
  },
} satisfies { readonly [step in CheckName]?: Check };
