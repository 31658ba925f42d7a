export { testAnswerCache } from './answer-cache-contract.js';
export { type CommitWords, commitOf, commitTo, gameId, instant, listing, version } from './samples.js';
export { type StoreUnderTest, testStore } from './store-contract.js';
