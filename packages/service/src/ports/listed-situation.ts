import type { Situation } from '@chessmith/game';

export type { Actor, GameId, Instant, Version } from '@chessmith/game';
export type { Json } from '@chessmith/rules';

/** Where a game of which something is stored can stand. */
export type ListedSituation = Exclude<Situation, 'absent'>;
