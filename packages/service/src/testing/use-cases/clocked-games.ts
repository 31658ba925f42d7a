import type { ClockSetting, GameId, Millis } from '@chessmith/game';
import { unwrap } from '@chessmith/std';
import type { TestService } from '../test-service.js';

export const perPlayer = (seconds: number, incrementSeconds = 0): ClockSetting => ({
  kind: 'per-player',
  playerMs: (seconds * 1000) as Millis,
  incrementMs: (incrementSeconds * 1000) as Millis,
});

export const remaining = async ({ service }: Pick<TestService, 'service'>, game: GameId) =>
  unwrap(await service.queries.view(game, null)).clocks!.remainingMs;

export const hasEnded = async ({ service }: Pick<TestService, 'service'>, game: GameId) =>
  unwrap(await service.queries.view(game, null)).end !== null;
