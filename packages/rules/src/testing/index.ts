export { type RefereeSample, testReferee } from './referee-contract.js';
