import { actingColor } from '../acting-color.js';
import { faceAfterMove, readClocks } from '../clock/clocks.js';
import type { PendingDecision } from '../decide/decision-input.js';
import { type Game, isRunning } from '../game.js';
import { openPromotion } from '../promotion.js';
import { watcherView } from '../public-view.js';
import type { CheckName } from '../refusals.js';
import { type Check, unless } from './check.js';

/** Steps of a game that runs. */
export const MOVE_CHECKS = {
  'you-play': ({ game, command }) =>
    unless(actingColor(game, command) !== null, 'game/not-playing', 'You do not play in this game.'),

  'flag-is-up': (asked) => unless(!hasFlagFallen(asked), 'game/flag-fallen', 'The time is over.'),

  'your-turn': ({ game, command }) => {
    const turn = game.board?.turn ?? 'white';
    return unless(actingColor(game, command) === turn, 'game/not-your-turn', 'It is not your turn.', { turn });
  },

  'position-is-current': ({ game, command }) => {
    const ply = game.board?.moves.length ?? 0;
    const known = command.type === 'PlayMove' ? (command.ply ?? ply) : ply;
    return unless(known === ply, 'game/stale-ply', 'The move was meant for another position.', { ply });
  },

  'role-is-offered': ({ game, command }) => {
    const roles = game.promotion?.roles ?? [];
    return command.type !== 'Promote' || roles.includes(command.role)
      ? null
      : unless(false, 'game/no-such-promotion', 'The pawn cannot become that.', { roles });
  },

  'move-is-legal': ({ referee, game, command, given }) => {
    if (given.ruling === undefined) throw new Error('the referee was not asked about the move');
    if (given.ruling.ok) return null;
    const isOpen =
      command.type === 'PlayMove' &&
      isRunning(game) &&
      openPromotion(watcherView(referee, game.board.position), command.move) !== null;
    return isOpen ? null : given.ruling.error;
  },
} satisfies { readonly [step in CheckName]?: Check };

/** Moves may be forgiven their way through the network; everything else counts when it arrives. */
function hasFlagFallen({ game, command, given: { now, lagMs = 0 } }: PendingDecision<unknown>): boolean {
  const { clocks, configuration } = game as Game;
  if (clocks === null || clocks.running === null || configuration === null) return false;
  const isMove = command.type === 'PlayMove' || command.type === 'Promote';
  return isMove
    ? faceAfterMove(configuration.clock, clocks, now, lagMs) === undefined
    : readClocks(clocks, now)[clocks.running] === 0;
}
