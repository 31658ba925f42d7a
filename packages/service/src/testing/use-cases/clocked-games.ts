import type { ClockSetting, GameId, Millis } from '@chessmith/game';
import { unwrap } from '@chessmith/std';
import type { House } from '../house.js';

export const perPlayer = (seconds: number, incrementSeconds = 0): ClockSetting => ({
  kind: 'per-player',
  playerMs: (seconds * 1000) as Millis,
  incrementMs: (incrementSeconds * 1000) as Millis,
});

export const remaining = async ({ service }: Pick<House, 'service'>, game: GameId) =>
  unwrap(await service.game(game, null)).clocks!.remainingMs;

export const hasEnded = async ({ service }: Pick<House, 'service'>, game: GameId) =>
  unwrap(await service.game(game, null)).end !== null;
