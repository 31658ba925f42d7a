export { testQueryCache } from './query-cache-contract.js';
export { type CommitOptions, commitOf, commitTo, gameId, instant, listing, version } from './samples.js';
export { testStore } from './store-contract.js';
export type { StoreUnderTest } from './store-under-test.js';
export { openTestService, playMoves, startGame, type TestService } from './test-service.js';
export { testUseCases } from './use-cases/index.js';
export { createVirtualClock, eventually, type VirtualClock } from './virtual-clock.js';
