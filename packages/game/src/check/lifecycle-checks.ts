import { COLORS, type Refusal } from '@chessmith/rules';
import type { Game } from '../game.js';
import type { CheckName, GameRefusal } from '../refusals.js';
import { unless } from './check.js';

type StandingCheck = (of: { readonly game: Game }) => Refusal | null;

/** Steps that look only at where the game stands in its life. */
export const LIFECYCLE_CHECKS = {
  'game-is-new': ({ game }) => unless(game.situation === 'absent', 'game/id-taken', 'There is a game with this id.'),

  'game-exists': ({ game }) => unless(game.situation !== 'absent', 'game/not-found', 'There is no such game.'),

  'not-configured-yet': ({ game }) =>
    unless(game.situation === 'not-configured', 'game/configured', 'The game is configured already.'),

  'waiting-for-players': ({ game }) =>
    unless(
      game.situation === 'waiting-for-players' || hasOpenSeat(game),
      'game/not-waiting-for-players',
      'The game is not waiting for players.',
    ),

  ready: ({ game }) => unless(isReady(game), 'game/not-ready', 'The game is not ready to start.'),

  'not-terminated': ({ game }) => unless(game.situation !== 'terminated', 'game/terminated', 'The game has ended.'),

  started: ({ game }) =>
    unless(
      game.situation === 'running' || game.situation === 'terminated',
      'game/not-started',
      'The game has not started yet.',
    ),

  'not-ended': ({ game }) => unless(game.situation !== 'terminated', 'game/ended', 'The game has ended.'),

  ended: ({ game }) => unless(game.situation === 'terminated', 'game/not-ended', 'The game has not ended yet.'),

  'no-promotion-pending': ({ game }) =>
    unless(game.promotion === null, 'game/waiting-for-promotion', 'A pawn waits for its promotion first.', {
      promotion: game.promotion,
    }),

  'promotion-pending': ({ game }) =>
    unless(game.promotion !== null, 'game/not-waiting-for-promotion', 'No pawn waits for its promotion.'),
} satisfies { readonly [step in CheckName]?: StandingCheck };

/** The first of these steps that refuses, for questions that are no commands. */
export function lifecycleRefusal(game: Game, steps: readonly (keyof typeof LIFECYCLE_CHECKS)[]): GameRefusal | null {
  for (const step of steps) {
    const no = LIFECYCLE_CHECKS[step]({ game });
    if (no !== null) return { ...no, step };
  }
  return null;
}

/** Where seats are open, one player is enough. */
const isReady = ({ situation, configuration, seats }: Game): boolean =>
  situation === 'ready' ||
  (situation === 'waiting-for-players' &&
    configuration?.openSeats === true &&
    COLORS.some((color) => seats[color] !== null));

const hasOpenSeat = ({ situation, configuration, seats }: Game): boolean =>
  situation === 'running' && configuration?.openSeats === true && COLORS.some((color) => seats[color] === null);
