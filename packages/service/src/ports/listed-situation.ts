import type { Situation } from '@chessmith/game';

export type { Actor, GameId, Instant, Version } from '@chessmith/game';
export type { Json } from '@chessmith/rules';

/** The situations of a stored game. */
export type ListedSituation = Exclude<Situation, 'absent'>;
