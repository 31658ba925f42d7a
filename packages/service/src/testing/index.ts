export { testAnswerCache } from './query-cache-contract.js';
export { type CommitWords, commitOf, commitTo, gameId, instant, listing, version } from './samples.js';
export { type StoreUnderTest, testStore } from './store-contract.js';
export { openTestService, playMoves, startGame, type TestService } from './test-service.js';
export { testUseCases } from './use-cases/index.js';
export { eventually, openVirtualClock, type VirtualClock } from './virtual-clock.js';
