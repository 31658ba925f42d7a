import { COLORS, type Refusal } from '@chessmith/rules';
import type { Game } from '../game.js';
import type { CheckName, GameRefusal } from '../refusals.js';
import { unless } from '../unless.js';

type LifecycleCheck = (of: { readonly game: Game }) => Refusal | null;

/** Checks that need only the state of the game. */
export const LIFECYCLE_CHECKS = {
  'game-is-new': ({ game }) =>
    unless(game.situation === 'absent', 'game/id-taken', 'A game with this id already exists.'),

  'game-exists': ({ game }) => unless(game.situation !== 'absent', 'game/not-found', 'There is no such game.'),

  'not-configured-yet': ({ game }) =>
    unless(game.situation === 'not-configured', 'game/already-configured', 'The game is already configured.'),

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
    unless(game.promotion === null, 'game/waiting-for-promotion', 'Choose a piece for the pending promotion first.', {
      promotion: game.promotion,
    }),

  'promotion-pending': ({ game }) =>
    unless(game.promotion !== null, 'game/not-waiting-for-promotion', 'No promotion is pending.'),
} satisfies { readonly [step in CheckName]?: LifecycleCheck };

/** The refusal of the first of these checks that fails; for queries, which are not commands. */
export function lifecycleRefusal(game: Game, checks: readonly (keyof typeof LIFECYCLE_CHECKS)[]): GameRefusal | null {
  for (const name of checks) {
    const refused = LIFECYCLE_CHECKS[name]({ game });
    if (refused !== null) return { ...refused, step: name };
  }
  return null;
}

/** A game with open seats can start with one player. */
const isReady = ({ situation, configuration, seats }: Game): boolean =>
  situation === 'ready' ||
  (situation === 'waiting-for-players' &&
    configuration?.openSeats === true &&
    COLORS.some((color) => seats[color] !== null));

const hasOpenSeat = ({ situation, configuration, seats }: Game): boolean =>
  situation === 'running' && configuration?.openSeats === true && COLORS.some((color) => seats[color] === null);
