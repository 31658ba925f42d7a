import { actingColor } from '../acting-color.js';
import { readClocks, readingsAfterMove } from '../clock/clocks.js';
import type { PendingDecision } from '../decision-input.js';
import { type Game, isRunning } from '../game.js';
import { promotionWithoutRole } from '../promotion.js';
import { watcherView } from '../public-view.js';
import type { CheckName } from '../refusals.js';
import { unless } from '../unless.js';
import type { Check } from './check.js';

/** Checks of commands in a running game. */
export const MOVE_CHECKS = {
  'you-play': ({ game, command }) =>
    unless(actingColor(game, command) !== null, 'game/not-playing', 'You are not a player of this game.'),

  'flag-is-up': (pending) => {
    const isOwnFlag = actingColor(pending.game, pending.command) === pending.game.clocks?.running;
    const message = isOwnFlag ? 'Your time has run out.' : "Your opponent's time has run out.";
    return unless(!hasFlagFallen(pending), 'game/flag-fallen', message);
  },

  'your-turn': ({ game, command }) => {
    const turn = game.board?.turn ?? 'white';
    return unless(actingColor(game, command) === turn, 'game/not-your-turn', 'It is not your turn.', { turn });
  },

  'position-is-current': ({ game, command }) => {
    const ply = game.board?.moves.length ?? 0;
    const known = command.type === 'PlayMove' ? (command.ply ?? ply) : ply;
    return unless(known === ply, 'game/stale-ply', 'The position has changed. Load the game again before you move.', {
      ply,
    });
  },

  'role-is-offered': ({ game, command }) => {
    const roles = game.promotion?.roles ?? [];
    return command.type !== 'Promote' || roles.includes(command.role)
      ? null
      : unless(false, 'game/no-such-promotion', 'The pawn cannot be promoted to this piece.', { roles });
  },

  'move-is-legal': ({ referee, game, command, input }) => {
    if (input.ruling === undefined) throw new Error('a move was decided without a ruling');
    if (input.ruling.ok) return null;
    const lacksRole =
      command.type === 'PlayMove' &&
      isRunning(game) &&
      promotionWithoutRole(watcherView(referee, game.board), command.move) !== null;
    return lacksRole ? null : input.ruling.error;
  },
} satisfies { readonly [step in CheckName]?: Check };

/** Only moves get lag compensation; other commands count at their arrival. */
function hasFlagFallen({ game, command, input: { now, lagMs = 0 } }: PendingDecision<unknown>): boolean {
  const { clocks, configuration } = game as Game;
  if (clocks === null || clocks.running === null || configuration === null) return false;
  const isMove = command.type === 'PlayMove' || command.type === 'Promote';
  return isMove
    ? readingsAfterMove(configuration.clock, clocks, now, lagMs) === undefined
    : readClocks(clocks, now)[clocks.running] === 0;
}
