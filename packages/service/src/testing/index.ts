export { testAnswerCache } from './answer-cache-contract.js';
export { type House, openHouse, playMoves, startGame } from './house.js';
export { type CommitWords, commitOf, commitTo, gameId, instant, listing, version } from './samples.js';
export { type StoreUnderTest, testStore } from './store-contract.js';
export { testUseCases } from './use-cases/index.js';
export { eventually, openVirtualClock, type VirtualClock } from './virtual-clock.js';
