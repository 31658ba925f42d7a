export { assertNever } from './assert-never.js';
export type { Brand } from './brand.js';
/** Readers that turn `unknown` into typed values: `json.object({ depth: json.integer({ min: 0 }) })`. */
export * as json from './json/index.js';
export type { MaybePromise } from './maybe-promise.js';
export { type Random, randomFrom, seededRandom } from './random.js';
export { type Err, err, mapErr, mapOk, type Ok, ok, type Result, unwrap } from './result.js';
export { similarNames } from './similar-names.js';
