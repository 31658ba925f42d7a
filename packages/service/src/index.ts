export type { FactSubscriber } from './facts/subscribers.js';
export type { GameSummary } from './games/listing.js';
export type { FactStep } from './games/live-game.js';
export { type Limits, openService, type Ports } from './open-service.js';
export { type LocalStatistics, openLocalStatistics, resultsOf } from './people/local-statistics.js';
export * from './ports/index.js';
export * from './questions/question.js';
export * from './service.js';
